/** The bot: read the environment once, listen, end when told to. The one catch of the program. */
import { readFileSync } from "node:fs";
import { takeEnvironment } from "#adapters/own-environment.ts";
import { type Bot, type Patience, serve } from "./serve.ts";
import { settingsOf } from "./settings.ts";

const PATIENCE: Patience = { finish: 5_000, stop: 4_000 };

/** The first signal ends the bot in good order, the second at once. */
function endOnSignal(bot: Bot): void {
  let asked = false;
  for (const name of ["SIGTERM", "SIGINT"] as const) {
    process.on(name, () => {
      if (asked) process.exit(130);
      asked = true;
      bot.stop(PATIENCE).then((whole) => process.exit(whole ? 0 : 1), fail);
    });
  }
}

function fail(error: unknown): void {
  process.stderr.write(`loopwright bot: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

try {
  const settings = settingsOf(takeEnvironment(), (path) => readFileSync(path, "utf8"));
  endOnSignal(await serve(settings, process.stdout.isTTY ? "pretty" : "json"));
} catch (error) {
  fail(error);
}

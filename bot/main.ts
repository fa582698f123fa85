/** Starts the bot: reads the environment once, listens, and ends on a signal. The one catch of the program. */
import { readFileSync } from "node:fs";
import { takeEnvironment } from "#adapters/own-environment.ts";
import { messageOf } from "#core/values/message-of.ts";
import { redisUrlOf } from "./config/redis-url.ts";
import { settingsOf } from "./config/settings.ts";
import { type Bot, type ShutdownTimeouts, serve } from "./serve.ts";

const PATIENCE: ShutdownTimeouts = { notice: 3_000, finish: 5_000, stop: 4_000 };

/** The first signal shuts the bot down in order, the second at once. */
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
  process.stderr.write(`loopwright bot: ${messageOf(error)}\n`);
  process.exit(1);
}

/** The first signal ends the set-up page; nothing is lost then. */
async function setUpApp(words: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const { SETUP_HELP, wishesOf } = await import("./setup/wishes.ts");
  const wishes = wishesOf(words, env, process.cwd());
  const tell = (line: string): void => void process.stdout.write(`${line}\n`);
  if (wishes === null) return tell(SETUP_HELP);
  const over = new AbortController();
  for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => over.abort());
  const { setUp } = await import("./setup/set-up.ts");
  await setUp(wishes, tell, over.signal);
}

/** With arguments the operator makes an App, or works on dead letters; without any the bot listens. */
async function main(words: readonly string[]): Promise<void> {
  const env = takeEnvironment();
  if (words.length === 0) {
    const settings = settingsOf(env, (path) => readFileSync(path, "utf8"));
    endOnSignal(await serve(settings, process.stdout.isTTY ? "pretty" : "json"));
  } else if (words[0] === "setup") {
    await setUpApp(words.slice(1), env);
  } else {
    const { runDeadLetterCommand } = await import("./jobs/dead-letters.ts");
    for (const line of await runDeadLetterCommand(words, redisUrlOf(env))) process.stdout.write(`${line}\n`);
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  fail(error);
}

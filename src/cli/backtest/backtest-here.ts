/** A backtest over the repository around the terminal: inside the sandbox, and nothing of the repository is changed. */
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { endingAfter } from "#adapters/ending-after.ts";
import { DEFAULT_AUTHOR } from "#adapters/git/objects/commits.ts";
import { landedChanges } from "#adapters/git/objects/landed-changes.ts";
import { scratchRepository } from "#adapters/git/scratch-repository.ts";
import { gitWorkspace } from "#adapters/git/workspace.ts";
import type { Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import { chooseSandbox } from "#adapters/sandbox/walls/choose-sandbox.ts";
import { systemClock } from "#adapters/system-clock.ts";
import { configAtHead } from "#cli/here/settings-now.ts";
import type { Home } from "#cli/local/home.ts";
import { Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { setupNetworkOf } from "#core/config/registries.ts";
import { digestOf } from "#core/values/digest.ts";
import { MINUTE } from "#core/values/time.ts";
import { fixJudge } from "#loop/backtest/judge-fix.ts";
import { type BacktestNeeds, type BacktestRun, runBacktest } from "#loop/backtest/run-backtest.ts";
import { setupsOf } from "#loop/backtest/setups.ts";
import { keptResults } from "./kept-results.ts";
import { programDigest } from "./program-digest.ts";

/** Milliseconds for one fix, with its setup. */
const ONE_FIX = 5 * MINUTE;

/** `last`: closed bugs. `again`: what could not be decided is tried anew. */
export interface BacktestWishes {
  readonly last: number;
  readonly minutes: number;
  readonly again: boolean;
  readonly tell: BacktestNeeds["tell"];
}

/** Throws `Misuse` where no sandbox works: a history is many people's code. */
async function walls({ hostFile }: Terminal): Promise<Sandbox> {
  const choice = await chooseSandbox(hostFile, "required");
  if (choice.kind === "walls") return choice.sandbox;
  throw new Misuse(`a backtest runs in a sandbox or not at all: ${choice.why}. ${choice.advice}`.trim());
}

/** Goes through the history before HEAD, under the configuration at HEAD. Throws `Misuse`, and `Failure("git")`. */
export async function backtestHere(terminal: Terminal, home: Home, wishes: BacktestWishes): Promise<BacktestRun> {
  const { gitDir, commit } = home.repository;
  const config = await configAtHead(home.repository, terminal.env);
  const sandbox = await walls(terminal);
  // No model is asked, so that it does not matter which there are keys for.
  const key = digestOf([await programDigest(dirname(terminal.hostFile)), { ...config, models: null }]);
  const kept = await keptResults(join(gitDir, "loopwright", "backtest.jsonl"), { key, again: wishes.again });
  const scratch = await scratchRepository(gitDir, tmpdir());
  const log = { info: () => undefined, warn: () => undefined };
  const places = { gitDir: scratch.gitDir, sandbox, setupNetwork: setupNetworkOf(config), temp: tmpdir() };
  const reader = gitWorkspace({ ...places, author: DEFAULT_AUTHOR, log });
  const over = endingAfter(terminal.signal, wishes.minutes * MINUTE);
  try {
    return await runBacktest(await landedChanges(gitDir, commit), {
      reader,
      tests: config.tests,
      judge: fixJudge({
        reader,
        setups: setupsOf(() => reader.fresh(), reader),
        config,
        clock: systemClock,
      }),
      kept,
      bounds: { last: wishes.last, over, oneFix: () => endingAfter(over, ONE_FIX) },
      tell: wishes.tell,
    });
  } finally {
    await reader.dispose();
    await scratch.dispose();
  }
}

/** Tries the ways in which a repository may be set up and tested, until one of them works. */
import { ranNoTest } from "#core/analysis/test-results/no-tests.ts";
import type { TestRun } from "#core/analysis/test-results/test-run.ts";
import type { DetectedCommands } from "#core/detection/detected-commands.ts";
import { missingProgram } from "#core/detection/missing-program.ts";
import { detailsOf } from "#core/values/details.ts";
import { MINUTE } from "#core/values/time.ts";
import { outputTail } from "#loop/context/output-tail.ts";
import { CHECK_OUTPUT, testsNamed } from "#loop/context/tests-named.ts";
import type { Workspace } from "#ports/workspace.ts";

/**
 * A way that was tried. `tests`: what its test command showed, null where it has none or was not set up. `failed`: why
 * it cannot be used, null where it can. Milliseconds.
 */
export interface TriedWay {
  readonly commands: DetectedCommands;
  readonly tests: TestRun | null;
  readonly failed: string | null;
  /** The program that it needs and that is not on this machine; null where none is missing. */
  readonly missing: string | null;
  readonly setupMs: number;
  readonly testMs: number;
}

export interface WayTrial {
  readonly workspace: Pick<Workspace, "setup" | "open">;
  readonly tree: string;
  /** Milliseconds for the tests of one way. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** Said where the tests of the base are red and their names cannot be read. */
const UNNAMED = "the tests fail on the base and name no test, so nothing can be compared\n";

/** As many ways are tried at most, and none is begun after so many milliseconds. */
const MOST = 6;
const LONGEST = 15 * MINUTE;

/**
 * The way that works, and all that were tried for it; the workspace is then set up in this way. A way that is green and
 * names its tests ends the search; then comes one that is green without names, then one that is red and names them.
 * Null: none can be used. Throws `Failure("git")`, `Failure("sandbox")` and `Interrupted`.
 */
export async function tryWays(
  ways: readonly DetectedCommands[],
  trial: WayTrial,
): Promise<{ readonly chosen: TriedWay | null; readonly tried: readonly TriedWay[] }> {
  const tried: TriedWay[] = [];
  const begin = trial.now();
  for (const commands of ways.slice(0, MOST)) {
    if (trial.now() - begin > LONGEST) break;
    const one = failedLike(commands, tried) ?? (await tryWay(commands, trial));
    tried.push(one);
    if (one.failed === null && rankOf(one) === 0) return { chosen: one, tried };
  }
  const usable = tried.filter(({ failed }) => failed === null);
  const [chosen = null] = usable.sort((a, b) => rankOf(a) - rankOf(b));
  if (chosen !== null) await trial.workspace.setup(trial.tree, chosen.commands.setup, trial.signal);
  return { chosen, tried };
}

/** What came of the same setup before, where it failed: it would fail again. */
function failedLike(commands: DetectedCommands, tried: readonly TriedWay[]): TriedWay | null {
  const setup = commands.setup.join("\n");
  const before = tried.find(
    (one) => one.failed !== null && one.tests === null && one.commands.setup.join("\n") === setup,
  );
  return before === undefined ? null : { ...before, commands };
}

/** The lower, the better. A repository that nothing tests is the last choice. */
function rankOf({ tests }: TriedWay): number {
  if (tests === null) return 3;
  if (!tests.green) return 2;
  return tests.names === null ? 1 : 0;
}

async function tryWay(commands: DetectedCommands, trial: WayTrial): Promise<TriedWay> {
  const { workspace, tree, signal, now } = trial;
  const begin = now();
  const { failed, blocked } = await workspace.setup(tree, commands.setup, signal);
  const setupMs = Math.max(0, now() - begin);
  const said = { commands, tests: null, failed: null, missing: null, setupMs, testMs: 0 };
  if (failed !== null) {
    const refused = blocked.map(({ host }) => `${host} may not be reached`);
    const why = [`setup: ${failed.command}`, ...refused, outputTail(failed.result)].join("\n");
    return { ...said, failed: why, missing: missingProgram(failed.result) };
  }
  const { test } = commands.checks;
  return test === null ? said : { ...said, ...(await testedBy(test, trial)) };
}

/** Red tests without names cannot be compared with anything, so that nothing could be shown of a change. */
async function testedBy(
  command: string,
  { workspace, tree, timeout, signal }: WayTrial,
): Promise<Pick<TriedWay, "tests" | "failed" | "missing" | "testMs">> {
  const workingCopy = await workspace.open(tree, { git: false, shared: true });
  try {
    const result = await workingCopy.toolAccess.exec(command, { timeout, signal, output: CHECK_OUTPUT });
    const names = testsNamed(result);
    const runner = ranNoTest(`${result.stdout}\n${result.stderr}`);
    const green = result.exitCode === 0 && runner === null;
    const details = detailsOf(runner === null ? outputTail(result) : `${runner} ran no test`);
    const failed = green || (names !== null && runner === null) ? null : `tests: ${command}\n${UNNAMED}${details}`;
    return { tests: { green, names, details }, failed, missing: missingProgram(result), testMs: result.ms };
  } finally {
    await workingCopy.close();
  }
}

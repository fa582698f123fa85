/** Tries the ways in which a repository may be set up and tested, until one of them works. */
import { ranNoTest } from "#core/analysis/test-results/no-tests.ts";
import { testNames } from "#core/analysis/test-results/test-names.ts";
import type { Way } from "#core/detection/way.ts";
import { outputTail } from "#loop/context/output-tail.ts";
import type { Workspace } from "#ports/workspace.ts";

/** A way that was tried. `names`: how many tests it named; `details`: how it ended, in words. Milliseconds. */
export interface TriedWay {
  readonly way: Way;
  readonly isGreen: boolean;
  readonly names: number;
  readonly details: string;
  readonly setupMs: number;
  readonly testMs: number;
}

export interface WayTrial {
  readonly workspace: Pick<Workspace, "fresh">;
  readonly tree: string;
  /** Milliseconds for the tests of one way. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** As many ways are tried at most. */
const MOST = 6;

/**
 * The way that works, and all that were tried for it. A way that is green and names its tests ends the search; one that
 * is green without names is taken where no other is. Null: none is green. Throws `Failure("git")`,
 * `Failure("sandbox")` and `Interrupted`.
 */
export async function tryWays(
  ways: readonly Way[],
  trial: WayTrial,
): Promise<{ readonly chosen: TriedWay | null; readonly tried: readonly TriedWay[] }> {
  const tried: TriedWay[] = [];
  for (const way of ways.slice(0, MOST)) {
    const one = await tryWay(way, trial);
    tried.push(one);
    if (one.isGreen && one.names > 0) return { chosen: one, tried };
  }
  return { chosen: tried.find(({ isGreen }) => isGreen) ?? null, tried };
}

async function tryWay(way: Way, { workspace, tree, timeout, signal, now }: WayTrial): Promise<TriedWay> {
  const fresh = workspace.fresh();
  const begin = now();
  const said = { way, isGreen: false, names: 0, testMs: 0 };
  if (way.test === null) return { ...said, setupMs: 0, details: "no command tests" };
  const commands = way.setup.map(({ run }) => run);
  const { failed, blocked } = await fresh.setup(tree, commands, signal);
  const setupMs = now() - begin;
  if (failed !== null) {
    const refused = blocked.map(({ host }) => `${host} may not be reached`);
    return {
      ...said,
      setupMs,
      details: [`setup: ${failed.command}`, ...refused, outputTail(failed.result)].join("\n"),
    };
  }
  const workingCopy = await fresh.open(tree, { git: false });
  try {
    const result = await workingCopy.toolAccess.exec(way.test.run, { timeout, signal });
    const output = `${result.stdout}\n${result.stderr}`;
    const names = testNames(output);
    const runner = ranNoTest(output);
    return {
      way,
      isGreen: result.exitCode === 0 && runner === null,
      names: (names?.passed.length ?? 0) + (names?.failed.length ?? 0),
      details: runner === null ? outputTail(result) : `${runner} ran no test`,
      setupMs,
      testMs: result.ms,
    };
  } finally {
    await workingCopy.close();
  }
}

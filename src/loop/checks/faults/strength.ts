/**
 * Measures how strong the checks of a plan are: the driver plants faults in the changed lines, each in a tree of its
 * own, and runs the checks (.github/decisions/0033).
 */
import { patchedFiles } from "#core/analysis/source/patched-file.ts";
import { type CheckStrength, type Mutant, mutantsOf } from "#core/analysis/test-guard/mutants.ts";
import type { HiddenCheck } from "#core/events/data/iteration.ts";
import { printsExpected } from "#core/iteration/hidden-checks.ts";
import { matchesGlobs } from "#core/values/glob.ts";
import { treeWithFault } from "#loop/checks/on-tree/faulty-tree.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { inParallel } from "#loop/context/parallel.ts";
import type { ExecResult } from "#ports/tool-access.ts";
import { patienceFor } from "./faulty-tests.ts";

/** Milliseconds after which the driver plants no more faults; it still checks those that it has planted. */
const PLANTING_MS = 300_000;

/** A command of the plan, and the condition that its result must meet. */
interface Trial {
  readonly run: string;
  readonly holds: (result: ExecResult) => boolean;
}

/** A trial that holds on the work itself. `timeout`: the milliseconds that it may take with a fault. */
interface ReadyTrial extends Trial {
  readonly timeout: number;
}

/**
 * Gives null where no fault could be planted, and where the plan has no command and no tests that hold on the work
 * itself. Throws as the workspace does.
 */
export async function strengthOf(subject: CheckSubject, patch: string): Promise<CheckStrength | null> {
  const { plan, clock } = subject;
  const mutants = await mutantsIn(subject, patch);
  const trials = mutants.length === 0 ? [] : await readyTrials(subject, trialsOf(subject));
  if (trials.length === 0) return null;
  const until = clock.now() + PLANTING_MS;
  const tried = await inParallel(plan.limits.parallel, mutants, async (mutant) =>
    clock.now() > until ? null : { mutant, found: await isFound(subject, mutant, trials) },
  );
  const known = tried.filter((one) => one !== null && one.found !== null);
  if (known.length === 0) return null;
  const survived = known.flatMap((one) => (one?.found === false ? [one.mutant] : []));
  return { planted: known.length, found: known.length - survived.length, survived };
}

async function mutantsIn({ workspace, tree, plan }: CheckSubject, patch: string): Promise<readonly Mutant[]> {
  const files = patchedFiles(patch).filter(({ path, added }) => added.length > 0 && !matchesGlobs(plan.tests, path));
  const sources = await inParallel(plan.limits.parallel, files, async ({ path, added }) => ({
    path,
    added: added.map(({ line }) => line),
    spots: await workspace.faultSpotsAt(tree, path),
  }));
  return mutantsOf(sources, plan.limits.mutants);
}

/** The commands of the rules, the hidden checks, and last the tests, which take longest. */
function trialsOf({ plan: { rules, checks }, hidden }: CheckSubject): readonly Trial[] {
  const commands = rules.flatMap(({ check }): readonly Trial[] =>
    check.kind === "command"
      ? [{ run: check.run, holds: ({ exitCode, stdout }) => exitCode === 0 && stdout.includes(check.prints ?? "") }]
      : [],
  );
  const kept = hidden.map(
    (check: HiddenCheck): Trial => ({
      run: check.run,
      holds: (result) => result.exitCode === 0 && printsExpected(check, result.stdout),
    }),
  );
  const tests: readonly Trial[] =
    checks.test === null ? [] : [{ run: checks.test, holds: ({ exitCode }) => exitCode === 0 }];
  return [...commands, ...kept, ...tests];
}

/** Runs each once on the work as it is: what fails there finds nothing, and what it takes says when a fault loops. */
async function readyTrials(
  { workspace, tree, plan: { limits }, signal, clock }: CheckSubject,
  trials: readonly Trial[],
): Promise<readonly ReadyTrial[]> {
  const { checkMs, parallel } = limits;
  const tried = await inParallel(parallel, trials, async (trial): Promise<ReadyTrial | null> => {
    const workingCopy = await workspace.open(tree, { git: false, shared: true });
    try {
      const from = clock.now();
      const holds = trial.holds(await workingCopy.toolAccess.exec(trial.run, { timeout: checkMs, signal }));
      return holds ? { ...trial, timeout: Math.min(checkMs, patienceFor(clock.now() - from)) } : null;
    } finally {
      await workingCopy.close();
    }
  });
  return tried.filter((one) => one !== null);
}

/** True when a check noticed the fault; null where it could not be planted. */
async function isFound(
  { workspace, tree, signal }: CheckSubject,
  mutant: Mutant,
  trials: readonly ReadyTrial[],
): Promise<boolean | null> {
  const faulty = await treeWithFault({ workspace, tree }, mutant);
  if (faulty === null) return null;
  const workingCopy = await workspace.open(faulty, { git: false, shared: true });
  try {
    for (const { run, holds, timeout } of trials)
      if (!holds(await workingCopy.toolAccess.exec(run, { timeout, signal }))) return true;
    return false;
  } finally {
    await workingCopy.close();
  }
}

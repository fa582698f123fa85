/**
 * Measures how strong the checks of a plan are: the driver plants faults in the changed lines, each in a copy of its
 * own, and runs the checks (.github/decisions/0033).
 */
import { type CheckStrength, type Mutant, mutantsOf } from "#core/analysis/test-guard/mutants.ts";
import type { HiddenCheck } from "#core/events/data/iteration.ts";
import { printsExpected } from "#core/iteration/hidden-checks.ts";
import { inParallel } from "#loop/context/parallel.ts";
import type { Clock } from "#ports/clock.ts";
import type { ExecResult } from "#ports/tool-access.ts";
import type { WorkingCopy } from "#ports/workspace.ts";
import type { CheckSubject } from "./subject.ts";

/** Milliseconds after which the driver plants no more faults; it still checks those that it has planted. */
const PLANTING_MS = 300_000;

/** A command of the plan, and the condition that its result must meet. */
interface Trial {
  readonly run: string;
  readonly holds: (result: ExecResult) => boolean;
}

/**
 * Gives null where no fault could be planted, and where the plan has no command and no tests to find one. The commands
 * are taken to pass on the work itself: the caller measures only work that passed its checks. Throws as the workspace
 * does.
 */
export async function strengthOf(subject: CheckSubject, patch: string, clock: Clock): Promise<CheckStrength | null> {
  const { plan } = subject;
  const mutants = mutantsOf(patch, plan.tests, plan.limits.mutants);
  const trials = trialsOf(subject);
  if (mutants.length === 0 || trials.length === 0) return null;
  const until = clock.now() + PLANTING_MS;
  const tried = await inParallel(plan.limits.parallel, mutants, async (mutant) =>
    clock.now() > until ? null : { mutant, found: await isFound(subject, mutant, trials) },
  );
  const known = tried.filter((one) => one !== null && one.found !== null);
  if (known.length === 0) return null;
  const survived = known.flatMap((one) => (one?.found === false ? [one.mutant] : []));
  return { planted: known.length, found: known.length - survived.length, survived };
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

/** True when a check noticed the fault; null where it could not be planted. */
async function isFound(
  { workspace, tree, plan, signal }: CheckSubject,
  mutant: Mutant,
  trials: readonly Trial[],
): Promise<boolean | null> {
  const workingCopy = await workspace.open(tree, { git: false });
  try {
    if (!(await plant(workingCopy, mutant))) return null;
    for (const { run, holds } of trials)
      if (!holds(await workingCopy.toolAccess.exec(run, { timeout: plan.limits.checkMs, signal }))) return true;
    return false;
  } finally {
    await workingCopy.close();
  }
}

async function plant({ toolAccess }: WorkingCopy, { path, line, was, now }: Mutant): Promise<boolean> {
  const lines = (await toolAccess.read(path)).split("\n");
  if (lines[line - 1] !== was) return false;
  await toolAccess.write(path, lines.with(line - 1, now).join("\n"));
  return true;
}

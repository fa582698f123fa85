/** Runs the tests of a tree with faults planted in it. */
import type { Mutant } from "#core/analysis/test-guard/mutants.ts";
import type { FaultyRun } from "#core/analysis/test-results/bite.ts";
import type { TestRun } from "#core/analysis/test-results/test-run.ts";
import { runTests } from "#loop/checks/on-tree/run-tests.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";

/** A tree whose tests can be run with faults. `clean`: what they show without one; `ms`: the time that they take. */
export interface TestedTree {
  readonly clean: TestRun;
  readonly ms: number;
  /** Faults of different lines. Throws as the workspace does, and an error where a line is another one in this tree. */
  readonly withFaults: (...faults: readonly Mutant[]) => Promise<FaultyRun>;
}

/** Milliseconds for a command with a fault in the code, which may loop without an end, by what it takes without one. */
export function patienceFor(ms: number): number {
  return ms * 3 + 10_000;
}

/** Runs the tests once without a fault. Throws as the workspace does. */
export async function testedTree(subject: CheckSubject, run: string): Promise<TestedTree> {
  const from = subject.clock.now();
  const clean = await runTests(subject, run);
  return knownTree(subject, run, { clean, ms: subject.clock.now() - from });
}

/** The same where it is known what the tests show, and how long they take. */
export function knownTree(subject: CheckSubject, run: string, known: Pick<TestedTree, "clean" | "ms">): TestedTree {
  const { plan } = subject;
  const checkMs = Math.min(plan.limits.checkMs, patienceFor(known.ms));
  const bounded = { ...subject, plan: { ...plan, limits: { ...plan.limits, checkMs } } };
  return {
    ...known,
    withFaults: async (...faults) => ({ clean: known.clean, faulty: await runTests({ ...bounded, faults }, run) }),
  };
}

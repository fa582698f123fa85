/** Hidden checks are run on a tree: each prints what the code makes of inputs that the work was never told. */
import type { HiddenCheck, HiddenTrial } from "#core/events/data/iteration.ts";
import { printsExpected } from "#core/iteration/hidden-checks.ts";
import type { Rule } from "#core/rules/rule.ts";
import { detailsOf } from "#core/values/details.ts";
import { runCommand } from "#loop/checks/on-tree/run-command.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { outputTail } from "#loop/context/output-tail.ts";
import type { ExecResult } from "#ports/tool-access.ts";

/** What a hidden check showed. `details`: why it does not hold; null where it does. */
export interface TriedCheck {
  readonly trial: HiddenTrial;
  readonly details: string | null;
}

/** Runs the hidden checks of a rule on the subject's tree. Throws as the workspace does. */
export async function tryHidden(subject: CheckSubject, { id }: Rule): Promise<readonly TriedCheck[]> {
  const tried: TriedCheck[] = [];
  for (const check of subject.hidden.filter(({ rule }) => rule === id)) tried.push(await againstHidden(subject, check));
  return tried;
}

/** Characters of a hidden check's output that are kept for people. */
const PRINTED = 300;

/**
 * Runs a hidden check. The details go to whoever does the work: they name the check and how its command ended, and
 * nothing of what it printed, because the code under test could print its own inputs there.
 */
async function againstHidden(subject: CheckSubject, { title, run, expects }: HiddenCheck): Promise<TriedCheck> {
  const { result } = await runCommand(subject, { run });
  if (result.exitCode === 0 && result.omitted === 0 && printsExpected({ expects }, result.stdout))
    return { trial: { run }, details: null };
  const printed = result.exitCode === 0 ? result.stdout.trim().slice(0, PRINTED) : outputTail(result).slice(-PRINTED);
  return {
    trial: { run, printed },
    details: detailsOf(`a check that the work is not shown does not hold: ${title}: ${endOf(result)}`),
  };
}

function endOf({ exitCode, killed }: ExecResult): string {
  if (killed !== null) return `it was ended: ${killed}`;
  return exitCode === 0 ? "exit code 0, with another output than is right" : `exit code ${exitCode}`;
}

/** Hidden checks are run on a tree: each prints what the code makes of inputs that the work was never told. */
import type { HiddenCheck, HiddenTrial } from "#core/events/data/iteration.ts";
import { printsExpected } from "#core/iteration/hidden-checks.ts";
import type { Rule } from "#core/rules/rule.ts";
import { detailsOf } from "#core/values/details.ts";
import { runCommand } from "#loop/checks/on-tree/run-command.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { outputTail } from "#loop/context/output-tail.ts";

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

/** Characters of a hidden check's output that the worker is shown. */
const PRINTED = 300;

/** Runs a hidden check. The details never show the output that it expects. */
async function againstHidden(subject: CheckSubject, { title, run, expects }: HiddenCheck): Promise<TriedCheck> {
  const { result } = await runCommand(subject, { run });
  if (result.exitCode === 0 && result.omitted === 0 && printsExpected({ expects }, result.stdout))
    return { trial: { run }, details: null };
  const text = result.stdout.trim().slice(0, PRINTED);
  const printed = result.exitCode === 0 ? `it printed ${JSON.stringify(text)}` : outputTail(result);
  return {
    trial: { run, printed: result.exitCode === 0 ? text : outputTail(result).slice(-PRINTED) },
    details: detailsOf(`a check that the work is not shown does not hold: ${title}: ${printed}`),
  };
}

/** Decides one check on a tree by running or reading, each command on a fresh copy in a sandbox of its own. */
import { biteVerdict } from "#core/analysis/test-results/bite-verdict.ts";
import { decidedBy } from "#core/rules/check.ts";
import { checkFile } from "#core/rules/file-check.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { RuleResult } from "#core/rules/score.ts";
import { detailsOf } from "#core/values/details.ts";
import { biteOf } from "#loop/checks/faults/bite.ts";
import { checkBaseTests } from "#loop/checks/on-tree/base-tests.ts";
import { changedTextsOf } from "#loop/checks/on-tree/changed-texts.ts";
import { runCommand, runNotCommand } from "#loop/checks/on-tree/run-command.ts";
import { checkTests } from "#loop/checks/on-tree/run-tests.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { checkIntegrity, checkMarkers, checkSuppressions } from "./check-integrity.ts";

/**
 * The result of one check of the driver under this id. Throws as the workspace does, and a bug for a check that the
 * driver does not decide.
 */
export async function decideCheck(
  subject: CheckSubject,
  { id, check }: Pick<Rule, "id" | "check">,
): Promise<RuleResult> {
  switch (check.kind) {
    case "command":
      return resultOf(id, await runCommand(subject, check));
    case "not_command":
      return resultOf(id, await runNotCommand(subject, check.run));
    case "file":
    case "not_file":
      return resultOf(id, checkFile(check, await subject.workspace.paths(subject.tree)));
    case "tests": {
      const { verdict, details } = await (check.files === "base" ? checkBaseTests : checkTests)(subject, check);
      return { id, verdict, details: detailsOf(details), evidence: [] };
    }
    case "tests_bite":
      return resultOf(id, biteVerdict(await biteOf(subject, check.run)));
    case "test_integrity":
      return integrityResult(id, subject);
    case "debug_markers":
      return foundResult(id, await checkMarkers(subject), "nothing is left of any debugging");
    default:
      throw new Error(`bug: ${id} is decided by a ${decidedBy(check)}, not by the driver`);
  }
}

function resultOf(id: string, { ok, details }: { readonly ok: boolean; readonly details: string }): RuleResult {
  return { id, verdict: ok ? "pass" : "fail", details, evidence: [] };
}

/** The details name the checks that were switched off also where the plan allows that many. */
async function integrityResult(id: string, subject: CheckSubject): Promise<RuleResult> {
  const changes = await changedTextsOf(subject);
  const { isFinding, summary } = checkSuppressions(subject.plan.limits.suppressions, changes);
  return foundResult(
    id,
    [...(await checkIntegrity(subject, changes)), ...(isFinding ? [summary] : [])],
    `the tests are intact${summary === "" ? "" : `; ${summary.slice(0, 500)}`}`,
  );
}

/** Gives a pass where there is no finding. */
function foundResult(id: string, findings: readonly string[], well: string): RuleResult {
  const ok = findings.length === 0;
  return resultOf(id, { ok, details: ok ? well : detailsOf(findings.join("\n")) });
}

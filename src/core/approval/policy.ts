/**
 * Approval by policy: small, harmless work that a repository lets begin without a person (.github/decisions/0029).
 * Pure, so that the publish job can decide it again.
 */
import { mayBringPlan } from "#core/plan/given-plan.ts";
import { issueText } from "#core/plan/issue.ts";
import { changeableIn, type Plan } from "#core/plan/plan.ts";
import { WORKFLOWS } from "#core/plan/workflow.ts";
import type { Run } from "#core/run/run.ts";
import { matchesGlobs } from "#core/values/glob.ts";

/** The approver in the journal where the policy approved. No GitHub login has a space. */
export const POLICY_APPROVER = "by policy";

/** Every reason against it; empty when the plan may begin without a person. */
export function reasonsAgainstPolicy(run: Run): readonly string[] {
  const { plan, config, review, trusted } = run;
  const policy = config.auto_approve;
  if (policy === null) return ["the configuration approves nothing by policy"];
  if (plan === null) return ["there is no plan"];
  const places = changeableIn(plan);
  const foreign = places.filter((place) => !isWithin(policy.paths, place));
  const guarded = places.filter((place) => plan.protected.some((glob) => mayMeet(place, glob)));
  const dollars = plan.limits.dollars;
  return [
    ...(trusted ? [] : ["whoever asked for it may not write here, or the issue holds what a reader does not see"]),
    ...(mayBringPlan(issueText(run.issue)) ? ["the issue brings its own plan along: a person reads it first"] : []),
    ...((plan.discussion?.comments.length ?? 0) === 0 ? [] : ["comments of the issue are part of it"]),
    ...(review?.verdict === "PROCEED" ? [] : ["the plan-critic did not say PROCEED"]),
    ...(WORKFLOWS[plan.workflow].outside === "refused"
      ? []
      : [`a plan of the kind ${plan.workflow} may leave its scope`]),
    ...foreign.map((place) => `${place} is not within auto_approve.paths`),
    ...guarded.map((place) => `${place} may be a protected path`),
    ...sizeOf(plan, policy),
    ...(dollars !== null && dollars <= policy.dollars
      ? []
      : [`it may cost more than ${policy.dollars} dollars (limits.dollars)`]),
  ];
}

function sizeOf({ rules, atoms }: Plan, most: { readonly rules: number; readonly atoms: number }): readonly string[] {
  return [
    ...(rules.length <= most.rules ? [] : [`it has ${rules.length} rules, more than ${most.rules}`]),
    ...(atoms.length <= most.atoms ? [] : [`it has ${atoms.length} atoms, more than ${most.atoms}`]),
  ];
}

/**
 * An entry is a path or a glob. A glob is within another one only where that one ends with all that is below a folder.
 */
function isWithin(globs: readonly string[], place: string): boolean {
  if (!isGlob(place)) return matchesGlobs(globs, place);
  return globs.some(
    (glob) => glob === place || (/^[^*?[\]{}!()]+\/\*\*$/.test(glob) && place.startsWith(glob.slice(0, -2))),
  );
}

/**
 * True unless the two cannot have a path in common: what stands before the first special character of a glob must be
 * alike.
 */
function mayMeet(place: string, guarded: string): boolean {
  if (!isGlob(place) && !isGlob(guarded)) return place === guarded || place.startsWith(`${guarded}/`);
  if (!isGlob(place)) return matchesGlobs([guarded], place);
  const [mine, theirs] = [fixed(place), fixed(guarded)];
  return mine.startsWith(theirs) || theirs.startsWith(mine);
}

function isGlob(place: string): boolean {
  return /[*?[\]{}!()]/.test(place);
}

function fixed(place: string): string {
  return place.slice(0, place.search(/[*?[\]{}!()]|$/));
}

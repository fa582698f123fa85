/**
 * Collects what the hydrator sees beside the issue and the files: what else the tracker holds, and which files the
 * issue seems to be about.
 */

import { issueText } from "#core/plan/issue.ts";
import { numbersNamedIn, numbersToAskFor, type RelatedIssues, relatedIssuesOf } from "#core/planning/related-issues.ts";
import { relevantPaths } from "#core/planning/relevant-files.ts";
import type { Run } from "#core/run/run.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { Failure } from "#ports/failure.ts";

/** `tracker` is null off GitHub, and where GitHub could not be read. */
export interface HydrationContext {
  readonly tracker: RelatedIssues | null;
  readonly relevant: readonly string[];
}

/**
 * `paths`: all files of the base. Where the tracker cannot be read, the plan is made without it, and the log says so.
 */
export async function hydrationContext(
  { issue }: Run,
  context: Pick<StepContext, "github" | "log">,
  paths: readonly string[],
): Promise<HydrationContext> {
  return { tracker: await trackerNow(issue, context), relevant: relevantPaths(issueText(issue), paths) };
}

async function trackerNow(
  issue: Run["issue"],
  { github, log }: Pick<StepContext, "github" | "log">,
): Promise<RelatedIssues | null> {
  if (github === null) return null;
  try {
    const named = numbersNamedIn(issueText(issue), github.address);
    const near = await github.neighbours();
    const asked = numbersToAskFor(issue, near, named);
    const far = asked.length === 0 ? [] : await github.listed(asked);
    return relatedIssuesOf(issue, [...near, ...far], named);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn(`the plan is made without what else the tracker holds: ${error.message}`);
    return null;
  }
}

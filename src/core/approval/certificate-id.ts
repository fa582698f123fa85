/** The check that a verified commit gets: the name that rulesets know it by, and the run that it is about. */

import type { Run } from "#core/run/run.ts";

/** Its name on GitHub, beside the commit's other checks. */
export const CERTIFICATE_NAME = "loop/score";

/** An issue and a run of it. */
export interface CertifiedRun {
  readonly issue: number;
  readonly runId: string;
}

const ID = /^([1-9]\d{0,9})\/([a-z0-9][a-z0-9-]{0,99})$/;

/** The text that GitHub keeps with the check as its `external_id`; off GitHub it names no issue. */
export function certificateIdOf({ issue, runId }: Pick<Run, "issue" | "runId">): string {
  return `${issue.number ?? "local"}/${runId}`;
}

/** The run that an `external_id` names; null for every text that is not ours. */
export function certifiedRunIn(externalId: string): CertifiedRun | null {
  const [, issue, runId] = ID.exec(externalId) ?? [];
  return issue === undefined || runId === undefined ? null : { issue: Number(issue), runId };
}

/** The ground is taken away from under a run: its label, its issue, or its pull request. */
import { isToEnd } from "#core/ending.ts";
import { type Cause, isLabel } from "#core/intent.ts";
import type { IssueNow } from "#ports/github.ts";
import { WITHDRAWN } from "#text/withdrawn.ts";
import { leaveActive, stopActive } from "./active.ts";
import { AGAIN, type Desk, type Heard, type Outcome } from "./desk.ts";
import type { Active } from "./drive-here.ts";

/** Ends the run, where it is still so. Throws `Failure`. */
export async function withdrawn(cause: Cause, heard: Heard, active: Active, desk: Desk): Promise<Outcome> {
  // What is written down already, ahead of this turn, is followed.
  if (!isToEnd(active.run) && (await isThereAgain(heard, desk))) return AGAIN;
  const happened = WITHDRAWN[cause](heard.by.login);
  return heard.pull === undefined
    ? stopActive(heard, { note: happened, maintainer: false }, active, desk)
    : leaveActive(heard, happened, active, desk);
}

/** A label that was set again at once: what the issue has now counts, not what was told of it (RACE-01). */
export async function isThereAgain({ happening }: Heard, desk: Desk): Promise<boolean> {
  return happening.kind === "label_removed" && isWorn(happening.label, await desk.github.issue());
}

/** Webhooks may come in any order: what counts is the issue as it is now (WH-16). */
export function isWorn(label: string, { labels }: Pick<IssueNow, "labels">): boolean {
  return labels.some((name) => isLabel(name, label));
}

/** Judgements on the head of a run: by QA, and by the people who saw it. */
import type { EventOf } from "#core/events/event.ts";
import type { Run } from "./run.ts";

/**
 * QA has seen this head and found more than minor issues in it: passing again shows nothing new. Where it found minor
 * ones only and the next iteration leaves the work as it is, QA looks once more, within `limits.qaRounds`.
 */
export function isHeadRejected({ qa, progress: { head } }: Run): boolean {
  return qa !== null && qa.rejected === head.commit;
}

/** A person who saw this head, or a red check of it, sent it back: that it passes again changes nothing. */
export function isHeadSentBack({ sentBack, progress: { head } }: Run): boolean {
  return sentBack === head.commit;
}

/**
 * QA found that it does not merge with the base as it is now. No further iteration can fix that: a worker works on the
 * approved base.
 */
export function conflictsWithBase({ stage, qa }: Run): boolean {
  return stage === "verifying" && qa?.last?.verdict === "ISSUES" && qa.conflicts === true;
}

/** QA's result now, with how often it has looked. */
export function qaStateAfter({ qa: before }: Run, { qa, head, conflicts }: EventOf<"qa_done">): NonNullable<Run["qa"]> {
  const isRejected = qa.verdict === "ISSUES" && qa.issues.some(({ severity }) => severity !== "minor");
  const rejected = isRejected ? head : null;
  return { rounds: (before?.rounds ?? 0) + 1, last: qa, head, rejected, ...(conflicts && { conflicts }) };
}

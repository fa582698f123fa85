/** Says which event ended a run from outside: its issue, label or pull request is gone. */
import type { WithdrawalCause } from "#core/commands/intent.ts";

/** `by`: the login of the person who did it. */
export const TRIGGER_REMOVED_WORDS: Readonly<Record<WithdrawalCause, (by: string) => string>> = {
  issue_closed: () => "the issue was closed",
  label_removed: () => "the label was taken away",
  pull_closed: (by) => `${by} closed the pull request`,
  pull_merged: (by) => `${by} merged the pull request`,
  pull_pushed: (by) => `${by} pushed to the branch of the pull request, so it is theirs now`,
};

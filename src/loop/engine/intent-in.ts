/** What somebody wants who said something to a run, as its configuration has it understood. */
import { type Intent, intentOf } from "#core/commands/intent.ts";
import type { Run } from "#core/run/run.ts";
import type { UserComment } from "#ports/github-comments.ts";

/** `waiting`: a word without our name before it counts. Pure. */
export function intentIn(
  { by, body, edited }: UserComment,
  { config: { label, commands } }: Run,
  waiting: boolean,
): Intent {
  return intentOf({
    event: { kind: "comment_created", body, edited },
    by,
    label,
    bare: commands.bare,
    waiting,
    ours: [],
  });
}

/** Finds the intent in a comment on a run, by the configuration of the run. */
import { type Intent, intentOf } from "#core/commands/intent.ts";
import type { Run } from "#core/run/run.ts";
import type { UserComment } from "#ports/github-comments.ts";

/** `waiting`: a command without the bot's name may count, if the configuration allows it. Pure. */
export function intentIn(
  { by, happening }: UserComment,
  { config: { label, commands } }: Pick<Run, "config">,
  waiting: boolean,
): Intent {
  return intentOf({
    event: happening,
    by,
    label,
    appLogin: null,
    bare: commands.bare,
    waiting,
    ours: [],
  });
}

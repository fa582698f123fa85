/** Replies to a person where the run's history cannot be read. */
import type { ControlContext, IntentOutcome } from "./control-context.ts";

/** The outcome for a run whose history cannot be read: control does nothing with it. */
export function unreadableOutcome(why: string, { github }: ControlContext): IntentOutcome {
  const ref = `refs/loopwright/issue-${github.number}/current`;
  return {
    kind: "confused",
    why:
      `The history of this run cannot be read, so nothing is done with it: ${why}. ` +
      `Put it back, or delete \`${ref}\` and set the label again.`,
  };
}

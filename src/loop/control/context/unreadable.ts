/** What whoever wished is told where the run's history cannot be read. */
import type { ControlContext, IntentOutcome } from "./control-context.ts";

/** Nothing is run over a history that cannot be read (stop order, row 0). */
export function unreadableOutcome(why: string, { github }: ControlContext): IntentOutcome {
  const ref = `refs/loopwright/issue-${github.number}/current`;
  return {
    kind: "confused",
    why: `The history of this run cannot be read, so nothing is done with it: ${why}. Put it back, or delete \`${ref}\` and set the label again.`,
  };
}

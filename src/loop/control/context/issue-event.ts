/** An event of an issue as GitHub reported it, understood once: it waits in the bot's queue in this form. */
import * as z from "zod";
import { TriggerEvent } from "#core/commands/trigger-event.ts";

/** The account that did it: `type` is `User` for people alone. */
export const EventAccount = z.object({ id: z.int(), login: z.string(), type: z.string() });

export const IssueEvent = z.object({
  happening: TriggerEvent,
  by: EventAccount,
  /** The issue as it was then. */
  issue: z.object({ title: z.string(), body: z.string(), author: z.string(), authorId: z.int(), open: z.boolean() }),
  /** The id of the comment; null where there is none. */
  comment: z.int().nullable(),
  /** The comment was written through an App in a person's name. */
  throughApp: z.boolean(),
  /** Milliseconds since the epoch. */
  at: z.int(),
  /** Ids of Loopwright's own accounts. */
  ours: z.array(z.int()).readonly(),
  /** The pull request of the event, where it is not about the issue; `review`: its id, null where the event is none. */
  pull: z.object({ number: z.int(), review: z.int().nullable() }).optional(),
});
export type IssueEvent = Readonly<z.infer<typeof IssueEvent>>;

/** True for an event that may begin a run: a label, an assignment, or `/loop` on the issue. None is likely then. */
export function mayBeginRun({ happening, pull }: Pick<IssueEvent, "happening" | "pull">): boolean {
  if (happening.kind === "comment_created") return pull === undefined && happening.slash?.command.kind === "start";
  return happening.kind === "label_added" || happening.kind === "assigned";
}

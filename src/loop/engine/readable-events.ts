/** Checks that the events of a step can be read back: each must fit the schema of the journal before it is written. */
import * as z from "zod";
import { eventMessage } from "#core/events/data/event-message.ts";
import type { Step } from "#core/events/data/step.ts";
import { Event, type EventDraft } from "#core/events/event.ts";

/**
 * Gives the events, or a `phase_error` where one of them cannot be read back: a journal would be lost for one long
 * list.
 */
export function readable(drafts: readonly EventDraft[], step: Step): readonly EventDraft[] {
  for (const draft of drafts) {
    const read = Event.safeParse({ ...draft, at: 0 });
    if (!read.success)
      return [
        {
          kind: "phase_error",
          step,
          retryable: true,
          message: eventMessage(`${draft.kind} cannot be written down: ${z.prettifyError(read.error)}`),
        },
      ];
  }
  return drafts;
}

/** The message of an event: what code cuts, the schema takes whole. */
import { expect, it } from "vitest";
import { EventMessage, eventMessage } from "#core/events/data/event-message.ts";

it.each([3999, 4000, 4001, 9000])("cuts %i characters to what the schema takes whole", (length) => {
  const cut = eventMessage("x".repeat(length));
  expect(cut).toBe("x".repeat(Math.min(length, 4000)));
  expect(EventMessage.parse(cut)).toBe(cut);
});

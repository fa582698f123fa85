/** Bounds the message of an event, such as why a step failed: the schemas and whoever writes one share it. */
import { optionalBoundedText } from "#core/values/bounded-text.ts";

const MOST = 4000;

/** A message as the journal holds it. */
export const EventMessage = optionalBoundedText(MOST);

/** The start of a text, as long as `EventMessage` takes it whole, in UTF-16 units. */
export function eventMessage(text: string): string {
  return text.slice(0, MOST);
}

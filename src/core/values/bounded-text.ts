/** Schemas for texts of a model or a person: a text that is too long is cut, not refused, so that no run ends by it. */
import * as z from "zod";

// Made once: a schema is slow to make, and each start of the program makes all of them.
const Something = z.string().min(1);
const Anything = z.string();

/**
 * At least one character, at most `most` UTF-16 units; what is longer ends in `…`. Reading its own output changes
 * nothing.
 */
export function boundedText(most: number): z.ZodType<string, string> {
  return Something.transform((text) => cut(text, most));
}

/** As `boundedText`, and may be empty. */
export function optionalBoundedText(most: number): z.ZodType<string, string> {
  return Anything.transform((text) => cut(text, most));
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

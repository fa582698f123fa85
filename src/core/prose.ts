/** Words of a model or a person: too long is cut, not refused. A run does not end because somebody was wordy. */
import * as z from "zod";

/** At least one character, at most `most` UTF-16 units; what is longer ends in `…`. Reading its own output changes nothing. */
export function prose(most: number): z.ZodType<string, string> {
  return z
    .string()
    .min(1)
    .transform((text) => (text.length > most ? `${text.slice(0, most - 1)}…` : text));
}

/** As `prose`, and may be empty. */
export function maybeProse(most: number): z.ZodType<string, string> {
  return z.string().transform((text) => (text.length > most ? `${text.slice(0, most - 1)}…` : text));
}

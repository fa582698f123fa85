/** Bounds the details of a result, of a check, the tests or a formatter: the schemas and whoever writes share it. */
import { optionalBoundedText } from "./bounded-text.ts";

const MOST = 2000;

/** Details as the journal holds them. */
export const Details = optionalBoundedText(MOST);

/** The start of a text, as long as `Details` takes it whole, in UTF-16 units. */
export function detailsOf(text: string): string {
  return text.slice(0, MOST);
}

/** Makes untrusted text plain text of a page of HTML. */
import { visible } from "#text/sanitize/clean.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Strangers' text as text of a page, in an element or between quotation marks. Linear time. */
export function escapedHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}

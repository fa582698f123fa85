/** Makes pieces of HTML: what is put into one is escaped, unless it is a piece itself. */
import { visible } from "#text/sanitize/clean.ts";

/** A piece of a page. Only `html` makes one. */
export interface Html {
  readonly markup: string;
}

/** What can be put into a piece: text, a number, other pieces; null and undefined are nothing. */
export type HtmlPart = string | number | Html | readonly HtmlPart[] | null | undefined;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * The tag of a template of HTML. Its own text is markup; of what is put in, pieces stay as they are, and all else is
 * escaped as text of an element or of a value between quotation marks. Linear time.
 */
export function html(markup: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return { markup: markup.reduce((all, piece, index) => `${all}${markupOf(parts[index - 1])}${piece}`) };
}

function markupOf(part: HtmlPart): string {
  if (part === null || part === undefined) return "";
  if (typeof part === "string") return escaped(part);
  if (typeof part === "number") return `${part}`;
  return "markup" in part ? part.markup : part.map(markupOf).join("");
}

function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}

/** Shows a moment on a page. */
import { type Html, html } from "#text/html/html.ts";

/** An ISO date in UTC as people read it, to the second. */
export function momentHtml(iso: string): Html {
  const shown = iso.replace("T", " ").replace(/\.\d+Z$|Z$/, "");
  return html`<time datetime="${iso}">${shown}</time>`;
}

/** Writes the whole change from the base, line by line. */
import { PATCH_CHARACTERS } from "#core/events/loop-events.ts";
import type { Run } from "#core/run/run.ts";
import { type Html, html } from "#text/html/html.ts";
import { htmlFold } from "#text/html/html-page.ts";

/** Null where nothing is kept. Where the journal does not hold the change, the command that shows it. */
export function changeHtml({ base, progress: { head, patch } }: Run): Html | null {
  if (head.commit === base.commit) return null;
  const command = html`<code>git diff ${base.commit} ${head.commit}</code>`;
  if (patch === null) return html`<p>This history does not hold it: ${command} shows it.</p>`;
  const files = patch.split(/^(?=diff --git )/m).filter((text) => text !== "");
  const cut = patch.length < PATCH_CHARACTERS ? null : html`<p>Only its beginning: ${command} shows all.</p>`;
  const folds = files.map((text) => htmlFold(fileOf(text), html`<pre>${text.split("\n").map(patchLine)}</pre>`));
  return html`${folds}${cut}`;
}

function fileOf(text: string): string {
  const [first = ""] = text.split("\n", 1);
  return / b\/(.*)$/.exec(first)?.[1] ?? first;
}

const COLOURS: Readonly<Record<string, string>> = { "+": "good", "-": "bad" };

function patchLine(line: string): Html {
  const colour = /^(?:\+\+\+|---) /.test(line) ? undefined : COLOURS[line.charAt(0)];
  return colour === undefined ? html`${line}\n` : html`<span class="${colour}">${line}</span>\n`;
}

/** Writes the tasks of the plan, and how each stands. */

import type { Run } from "#core/run/run.ts";
import type { AtomState, Graph } from "#core/tasks/graph.ts";
import { type Html, html } from "#text/html/html.ts";
import { htmlRow, htmlTable } from "#text/html/html-page.ts";
import { atomStatusText, atomTiesOf } from "#text/phrases/atom-words.ts";

/** A row for each task; null before there are any. */
export function tasksHtml({ graph }: Run): Html | null {
  return htmlTable(
    "Tasks",
    ["task", "what", "how it stands", "ties"],
    graph.atoms.map((state) => taskRow(graph, state)),
  );
}

function taskRow(graph: Graph, state: AtomState): Html {
  const { atom } = state;
  return htmlRow([html`<code>${atom.id}</code>`, atom.description, atomStatusText(graph, state), atomTiesOf(atom)]);
}

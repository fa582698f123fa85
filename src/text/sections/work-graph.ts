/** Draws the work graph for GitHub: as a Mermaid diagram, and as a list. */
import type { Atom } from "#core/tasks/atom.ts";
import { type AtomState, atomStatusOf, childrenOf, type Graph, graphOf } from "#core/tasks/graph.ts";
import { clip } from "#text/format/shorten.ts";
import { list } from "#text/format/table.ts";
import { alternativeOf, atomStatusText, atomTiesOf } from "#text/phrases/atom-words.ts";
import { diagramLabel, inline } from "#text/sanitize/quote.ts";

/** The Mermaid classes of the nodes, by the status of an atom. */
const CLASSES = {
  pending: "fill:#f6f8fa,stroke:#8c959f,color:#24292f",
  running: "fill:#ddf4ff,stroke:#0969da,color:#24292f",
  resolved: "fill:#dafbe1,stroke:#1a7f37,color:#24292f",
  skipped: "fill:#f6f8fa,stroke:#d0d7de,color:#8c959f,stroke-dasharray:4",
  failed: "fill:#ffebe9,stroke:#cf222e,color:#24292f",
} as const;

/** Replaces the dots, which Mermaid does not allow in an id. */
function nodeId(id: string): string {
  return id.replaceAll(".", "_");
}

function groupId(name: string): string {
  return `any_${name.replaceAll("-", "_")}`;
}

function node({ id, description }: Atom): string {
  return `${nodeId(id)}["${id}: ${diagramLabel(clip(description, 60))}"]`;
}

function groupsOf(atoms: readonly Atom[]): readonly string[] {
  return [...new Set(atoms.flatMap(({ group }) => group ?? []))];
}

/**
 * The source of an arrow to a dependent atom: the group of the dependency where it has one, because any member will do.
 */
function sourceOf(graph: Graph, id: string): string {
  const group = graph.atoms.find(({ atom }) => atom.id === id)?.atom.group ?? null;
  return group === null ? nodeId(id) : groupId(group);
}

function edges(graph: Graph, { atom, parent }: AtomState): readonly string[] {
  const inherited = graph.atoms.find((state) => state.atom.id === parent)?.atom.dependsOn ?? [];
  return [
    ...atom.dependsOn
      .filter((id) => !inherited.includes(id))
      .map((id) => `  ${sourceOf(graph, id)} --> ${nodeId(atom.id)}`),
    ...(parent === null ? [] : [`  ${nodeId(parent)} -.- ${nodeId(atom.id)}`]),
  ];
}

/**
 * The diagram, coloured by the status of each atom where `coloured`; empty for a single atom, which a list shows as
 * well.
 */
export function graphDiagram(graph: Graph, coloured: boolean): string {
  if (graph.atoms.length < 2) return "";
  const atoms = graph.atoms.map(({ atom }) => atom);
  const groups = groupsOf(atoms).flatMap((name) => [
    `  subgraph ${groupId(name)} ["one of: ${diagramLabel(name)}"]`,
    ...atoms.filter(({ group }) => group === name).map((atom) => `    ${node(atom)}`),
    "  end",
  ]);
  const classes = Object.entries(CLASSES).map(([name, style]) => `  classDef ${name} ${style}`);
  return [
    "```mermaid",
    "flowchart TD",
    ...groups,
    ...atoms.filter(({ group }) => group === null).map((atom) => `  ${node(atom)}`),
    ...graph.atoms.flatMap((state) => edges(graph, state)),
    ...(coloured
      ? [...classes, ...graph.atoms.map((state) => `  class ${nodeId(state.atom.id)} ${classOf(graph, state)}`)]
      : []),
    "```",
  ].join("\n");
}

function classOf(graph: Graph, state: AtomState): keyof typeof CLASSES {
  const status = atomStatusOf(graph, state);
  return status === "in_progress" ? "running" : status;
}

/** The diagram of a plan before anything is done. */
export function planDiagram(atoms: readonly Atom[]): string {
  return graphDiagram(graphOf(atoms), false);
}

/** The atoms of a plan as a list. */
export function atomList(atoms: readonly Atom[]): string {
  return list(atoms.map((atom) => `**${atom.id}** ${inline(atom.description)}${parenthesis(atomTiesOf(atom))}`));
}

/** A task list with a tick for each atom that is done; the parts of an atom stand below it. */
export function taskList(graph: Graph): string {
  const lines = (state: AtomState, indent: string): readonly string[] => {
    const { atom } = state;
    const tick = atomStatusOf(graph, state) === "resolved" ? "x" : " ";
    const instead = alternativeOf(graph, state);
    const standing = [atomStatusText(graph, state), ...(instead === null ? [] : [`given up for ${instead}`])].join(
      ", ",
    );
    const why = state.why === "" ? "" : `: ${inline(clip(state.why, 200))}`;
    return [
      `${indent}- [${tick}] **${atom.id}** ${inline(atom.description)}${parenthesis(standing)}${why}`,
      ...childrenOf(graph, state).flatMap((child) => lines(child, `${indent}  `)),
    ];
  };
  return graph.atoms.flatMap((state) => (state.parent === null ? lines(state, "") : [])).join("\n");
}

function parenthesis(text: string): string {
  return text === "" ? "" : ` (${text})`;
}

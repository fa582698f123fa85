/** Builds the blocks of data about atoms and the steps of an iteration. */
import type { PlanStep } from "#core/events/data/iteration.ts";
import type { Probe } from "#core/tasks/atom.ts";
import { type AtomState, type Graph, resolvedDependenciesOf } from "#core/tasks/graph.ts";
import { listIds } from "#text/format/format.ts";
import { atomLine, atomStatusText } from "#text/phrases/atom-words.ts";
import { block, bullets } from "./data.ts";

/** An atom, with its failed attempts and its probe. */
export function atomData(state: AtomState): string {
  const { atom, attempts, why, probe } = state;
  return block("atom", "hydrator", [
    atomLine(atom),
    ...(attempts === 0 ? [] : [`Attempts that failed: ${attempts}. The last one: ${why}`]),
    ...(probe === null ? [] : probeLines(probe)),
  ]);
}

function probeLines({ feasible, findings, cost, risks, recommendations, files }: Probe): readonly string[] {
  return [
    `A probe says: ${feasible ? "feasible" : "not feasible"}, cost ${cost}. ${findings}`,
    ...(risks.length === 0 ? [] : ["Risks:", bullets(risks)]),
    ...(recommendations.length === 0 ? [] : ["Recommendations:", bullets(recommendations)]),
    ...(files.length === 0 ? [] : [`Files: ${files.join(", ")}`]),
  ];
}

/** All atoms with their status. */
export function atomsData(graph: Graph): string {
  return block(
    "atoms",
    "hydrator",
    graph.atoms.map((state) => `- [${atomStatusText(graph, state)}] ${atomLine(state.atom)}`),
  );
}

/** The results of the atoms that this one depends on. */
export function basisData(graph: Graph, state: AtomState): string {
  return block(
    "what it builds on",
    "worker",
    resolvedDependenciesOf(graph, state).map(
      ({ atom, binding }) => `- ${atom.id}: ${binding?.summary ?? ""} (${listIds(binding?.artifacts ?? [])})`,
    ),
  );
}

/** The steps of the iteration, open ones marked. */
export function stepsData(steps: readonly PlanStep[]): string {
  return block(
    "steps",
    "planner",
    steps.map(({ text, rules, open }) => `- [${open ? "open" : "done"}] ${text} (${rules.join(", ")})`),
  );
}

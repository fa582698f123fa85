/** The blocks of data that prompts are made of. All of it was written by somebody else, so all of it is fenced. */
import type { PlanStep } from "#core/events/data/iteration.ts";
import type { Issue } from "#core/plan/issue.ts";
import type { RecalledMemory } from "#core/plan/memory.ts";
import type { Plan } from "#core/plan/plan.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { RuleResult } from "#core/rules/score.ts";
import { planOf, type Run } from "#core/run/run.ts";
import type { Probe } from "#core/tasks/atom.ts";
import { type AtomState, type Graph, resolvedDependenciesOf } from "#core/tasks/graph.ts";
import { listIds } from "#text/format/format.ts";
import { headAndTail } from "#text/format/shorten.ts";
import { atomLine, atomStatusText } from "#text/phrases/atom-words.ts";
import { originOf } from "#text/phrases/origin.ts";
import { acceptanceLines, ruleLine } from "#text/phrases/words.ts";
import { fence, fenceSource } from "#text/sanitize/quote.ts";
import { correctionsData } from "./corrections.ts";

/** As much of one check's output as a prompt shows. */
const DETAILS = 1500;

/** Lines with a dash each; `none` for nothing. */
export function bullets(lines: readonly string[]): string {
  return lines.length === 0 ? "none" : lines.map((line) => `- ${line}`).join("\n");
}

/** A block of lines; empty for no lines, so that `frame` leaves it out. */
export function block(label: string, author: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : fenceSource(label, author, lines.join("\n"));
}

/** The issue verbatim, but for what its readers do not see. */
export function issueData({ title, body, author }: Issue): string {
  return fence("issue", `${author}, author of the issue`, `${title}\n\n${body}`);
}

/** What earlier runs left, each with its id and where it comes from. */
export function memoriesData(memories: readonly RecalledMemory[]): readonly string[] {
  return memories.map(({ id, text, from }) => fence(`memory ${id}`, originOf(from), text));
}

/** What the plan makes of the issue. */
export function objectiveData({ objective }: Plan): string {
  const { background, intent, deliverables, done, clarifications } = objective;
  const settled = clarifications.map(({ question, resolution }) => `${question} ${resolution}`);
  return block("objective", "hydrator", [
    `Background: ${background}`,
    `Intent: ${intent}`,
    "Deliverables:",
    bullets(deliverables),
    "Done when:",
    bullets(done),
    ...(settled.length === 0 ? [] : ["Settled:", bullets(settled)]),
  ]);
}

/** What may change, what is left alone, and what nobody may touch. */
export function scopeData({ scope, protected: guarded, expectedTestChanges }: Plan): string {
  return block("scope", "hydrator", [
    `May change: ${scope.paths.join(", ")}`,
    `Out of scope: ${scope.out.length === 0 ? "nothing named" : scope.out.join("; ")}`,
    `Protected, never change: ${guarded.join(", ")}`,
    `Tests that are expected to change: ${expectedTestChanges.length === 0 ? "none" : expectedTestChanges.join(", ")}`,
  ]);
}

/** The acceptance as an indented list; empty where there is none. */
export function acceptanceData({ acceptance }: Plan): string {
  return block("acceptance", "plan", acceptanceLines(acceptance));
}

/** Rules with severity, weight and check. */
export function rulesData(rules: readonly Rule[]): string {
  return block("rules", "plan", rules.map(ruleLine));
}

/** What came of rules; a rule that passed is one word. */
export function resultsData(label: string, results: readonly RuleResult[]): string {
  const lines = results.map(({ id, verdict, details }) => {
    return verdict === "pass" || details === "" ? `${id}: ${verdict}` : `${id}: ${verdict}\n${headAndTail(details, DETAILS)}`;
  });
  return block(label, "output of the checks", lines);
}

/** An atom, and what became of the attempts at it. */
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

/** All atoms with how they stand. */
export function atomsData(graph: Graph): string {
  return block(
    "atoms",
    "hydrator",
    graph.atoms.map((state) => `- [${atomStatusText(graph, state)}] ${atomLine(state.atom)}`),
  );
}

/** What the atoms left behind that this one builds on (S2.20). */
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

/** Issue, what maintainers said since, objective and scope: what every worker of a run must know. Throws on a bug: no plan. */
export function taskData(run: Run): readonly string[] {
  const plan = planOf(run);
  return [issueData(plan.issue), correctionsData(run.corrections), objectiveData(plan), scopeData(plan)];
}

/** What work gives: trees and commits by names of their own, and the evaluations that they may earn. */
import type { EventDraft } from "#core/events/event.ts";
import { activeRules } from "#core/rules/rule.ts";
import { evaluate } from "#core/rules/score.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";
import * as journal from "../../builders/journal.ts";
import type { Scene } from "./scene.ts";
import type { Worker } from "./state.ts";
import type { System } from "./system.ts";

/** What a worker did, by one name each, for traces. */
export interface Outcome {
  readonly name: string;
  readonly drafts: readonly EventDraft[];
}

/** What is known to whoever makes up an outcome. */
export interface Given {
  readonly run: Run;
  readonly worker: Worker;
  readonly scene: Scene;
  readonly system: System;
}

/** An outcome by its name. */
export const one = (name: string, ...drafts: readonly EventDraft[]): Outcome => ({ name, drafts });

/** A name that nothing in this run has. */
function freshTree({ run, worker: { saw } }: Given): string {
  const used = JSON.stringify([run.progress, run.graph, run.qa, run.base, saw]);
  const index = [..."123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"].findIndex((letter) => !used.includes(`"T${letter}`));
  return `T${"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[index]}`;
}

/** A commit of a tree: it says whose, and is no other commit of the same tree. */
export function freshCommit({ run }: Given, tree: string): string {
  const used = JSON.stringify([run.progress.head, run.qa]);
  return `${tree}.${[1, 2, 3, 4, 5, 6].find((nth) => !used.includes(`"${tree}.${nth}"`))}`;
}

const RED_SETS: readonly (readonly string[])[] = [
  [],
  ["a.completeness.types"],
  ["a.correctness.logic"],
  ["b.style.conventions", "a.completeness.types"],
];

/** Verdicts of all kinds on the tree that the worker saw, and on that tree once it was formatted. */
export function evaluations(given: Given): readonly Outcome[] {
  const { run, worker, scene, system } = given;
  const scored = verdictsOn(worker.saw.tree ?? run.base.tree, given);
  if (!scene.formats) return scored;
  const tree = freshTree(given);
  const formatted: EventDraft = { kind: "work_formatted", tree, changed: ["src/split.js"], ok: true, details: "" };
  const after = system.evolve(run, { ...formatted, at: 0 });
  const then = verdictsOn(tree, { ...given, run: after });
  return [...scored, ...then.map(({ name, drafts }) => one(`formatted, ${name}`, formatted, ...drafts))];
}

/** Verdicts of all kinds on a tree, kept in the same breath or not. */
function verdictsOn(tree: string, given: Given): readonly Outcome[] {
  const { run, worker, scene, system } = given;
  const { level } = run.progress;
  const plan = workPlanOf(run);
  const reds = [...RED_SETS, ...run.measurements.flatMap(({ rules }) => rules.map(({ id }) => [id]))];
  return (scene.work ? reds : reds.slice(0, 1)).flatMap((red) => {
    const results = activeRules(plan.rules, level).map(({ id }) => ({
      id,
      verdict: red.includes(id) ? ("fail" as const) : ("pass" as const),
      details: "",
      evidence: [],
    }));
    const done: EventDraft = { kind: "evaluation_done", evaluation: evaluate(tree, level, results, plan) };
    const name = red.length === 0 ? "green" : `red: ${red.join(", ")}`;
    const after = system.evolve(run, { ...done, at: 0 });
    const best = after.progress.best?.evaluation.tree;
    if (best === undefined || best === after.progress.head.tree) return [one(name, done)];
    const kept = one(`${name}, kept`, done, { ...journal.kept(freshCommit(given, best), worker.saw.head) });
    return scene.crashes || scene.trouble ? [one(name, done), kept] : [kept];
  });
}

/** The work of PRODUCE or REFINE: another tree, the same tree, or the base again. `blocked`: what is left where an audit stops it. */
export function works(
  given: Given,
  make: (tree: string) => readonly EventDraft[],
  blocked: (tree: string) => readonly EventDraft[] = make,
): readonly Outcome[] {
  const { run, scene } = given;
  return [
    one("another tree", ...make(freshTree(given))),
    ...(scene.work ? [one("the same tree", ...make(hereOf(run))), one("the base again", ...make(run.base.tree))] : []),
    ...(scene.trouble ? [one("blocked", journal.audited("BLOCK"), ...blocked(freshTree(given)))] : []),
    ...(scene.trouble ? [one("not assessed", journal.audited("CANNOT_ASSESS", run.audits.calls + 1), ...make(freshTree(given)))] : []),
  ];
}

/** The tree that work begins with. */
export function hereOf(run: Run): string {
  return run.progress.tree ?? run.base.tree;
}

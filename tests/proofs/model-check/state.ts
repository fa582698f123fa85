/** What the checker takes for one state: a run without its texts, times and prices, who is at work on it, and what the world knows. */
import type { EngineCommand } from "#core/decide/engine-command.ts";
import type { Effect } from "#core/events/data/effect.ts";
import type { Evaluation } from "#core/rules/score.ts";
import type { Run } from "#core/run/run.ts";
import type { Graph } from "#core/tasks/graph.ts";
import { sha256 } from "#core/values/digest.ts";

/** A worker with a command in hand, and what it saw when it began; it appends over whatever the run is by then. */
export interface Worker {
  readonly command: EngineCommand;
  readonly saw: { readonly tree: string | null; readonly best: string | null; readonly head: string };
  /** When what it settles was announced, or the index of the correction that it weighs; null for every other command. */
  readonly told: number | null;
  /** In which it took the command: once another worker holds the run, only its receipts count (loop/engine/stamp). */
  readonly epoch: number;
}

export interface State {
  readonly run: Run;
  readonly workers: readonly Worker[];
  /** The one who approved may approve now. */
  readonly may: boolean;
  /** The approver was asked for again, and still had the permission, when the verdict was taken in. */
  readonly vouched: boolean;
  /** A workflow run was started for the hand-over that waits: without one nobody takes it up. Always true off GitHub. */
  readonly started: boolean;
}

/** The run without what grows and is never decided upon: it is kept small, because many are kept. */
export function slim(run: Run): Run {
  const { progress, graph, corrections } = run;
  const texts = { steps: [], checks: [], changed: [], lastCalls: [], advice: [], hypotheses: [], leftAside: [] };
  return {
    ...run,
    rev: 1,
    takenUp: Math.min(run.takenUp, 2),
    roles: {},
    corrections: corrections.map((one) => ({ ...one, text: "", asked: [] })),
    graph: { ...graph, switches: [] },
    progress: { ...progress, ...texts, rows: progress.rows.slice(-1) },
  };
}

/** Two states with the same key have the same future: names of trees and commits count only by whether they are the same. */
export function keyOf({ run, workers, may, vouched, started }: State): string {
  if (run.unreadable !== null) return `unreadable ${run.stage}`;
  const named = naming();
  const facts = [
    gatesOf(run),
    trialOf(run),
    steeringOf(run),
    loopOf(run, named),
    graphKey(run.graph, named),
    endOf(run, named),
    may,
    vouched,
    started,
  ];
  const hands = workers
    .map((worker) =>
      JSON.stringify([
        keyOfCommand(worker.command, named),
        Object.values(worker.saw).map(named),
        isCurrent(worker, run),
        isHolding(worker, run),
      ]),
    )
    .sort();
  return sha256(JSON.stringify([facts, hands])).slice(0, 24);
}

function keyOfCommand(command: EngineCommand, named: (name: string | null) => string | null): unknown {
  return command.kind === "keep" || command.kind === "evaluate" ? { ...command, tree: named(command.tree) } : command;
}

/** The effect that a command settles; null for every other command. */
export function effectOf(command: EngineCommand): Effect | null {
  if (command.kind === "reply") return "replies";
  if (command.kind === "draft") return "draft";
  return command.kind === "settle" ? command.effect : null;
}

/** True while nobody else was sent for since the worker took its command. */
export function isHolding({ command, epoch }: Worker, run: Run): boolean {
  return run.worker === null || command.kind === "consume" || epoch === run.epoch;
}

/** Whether what a worker settles is still what is announced, and what it weighs what waits for that. */
export function isCurrent({ command, told }: Worker, { effects, redirect, corrections }: Run): boolean {
  if (command.kind === "redirect") return redirect === told;
  if (command.kind === "measure") return corrections.length - 1 === told;
  const effect = effectOf(command);
  return effect === null || effects[effect]?.at === told;
}

/** Gives names by their order; a commit keeps saying whose tree it is. */
function naming(): (name: string | null) => string | null {
  const seen = new Map<string, string>();
  const one = (name: string): string => {
    const known = seen.get(name) ?? String(seen.size);
    seen.set(name, known);
    return known;
  };
  return (name) => {
    if (name === null) return null;
    const [tree = "", nth] = name.split(".");
    return nth === undefined ? one(tree) : `${one(tree)}.${one(name)}`;
  };
}

function gatesOf(run: Run): unknown {
  const { stage, plan, review, revisions, request, approval, claimed, takenUp, effects, gaveUp, setup, baseScore } = run;
  return [
    [stage, plan !== null, review?.verdict, revisions, request === null ? null : [request.reason], approval?.by, claimed, takenUp],
    Object.entries(effects).map(([effect, { settled }]) => [effect, settled === null ? null : settled.receipt !== null]),
    [gaveUp?.reason, setup?.ok, baseScore?.results.map(({ verdict }) => verdict), run.stopRequest !== null],
    [plan?.limits.tokens, request !== null && effects.plan !== undefined && effects.plan.at < request.at],
  ];
}

/** What trying the plan has shown, and how often it went back for that. */
function trialOf({ rehearses, plan, rehearsal, returned, sharpened, missed }: Run): unknown {
  if (rehearses === null) return null;
  const slipped = plan?.rehearsal?.attacks?.slipped.length ?? 0;
  const found = rehearsal === null ? null : [rehearsal.broken.length, rehearsal.failed];
  return [found, plan?.rehearsal !== undefined, slipped, returned, sharpened, missed];
}

function steeringOf(run: Run): unknown {
  const { pausing, stepwise, stepped, corrections, replied, redirect, measurements, measured, questions, worker, replaced } = run;
  const asked = questions.map(({ default: answer }) => answer !== null);
  return [
    pausing !== null,
    stepwise,
    stepwise ? stepped : 0,
    corrections.map(({ kind, onPull }) => [kind, onPull !== undefined]),
    replied,
    redirect,
    measurements.map(({ rules }) => rules.length),
    measured,
    asked,
    worker,
    replaced,
  ];
}

function loopOf({ progress, audits, errorState, budgetRefused }: Run, named: (name: string | null) => string | null): unknown {
  const { iteration, before, level, step, produced, prepared, head, lastScore, stagnation, bRefines, cause } = progress;
  const row = progress.rows.at(-1);
  return [
    [named(head.tree), named(head.commit), named(progress.tree), evaluationOf(progress.evaluation, named)],
    [
      progress.best?.iteration,
      evaluationOf(progress.best?.evaluation ?? null, named),
      row === undefined ? null : [row.kept, named(row.tree)],
    ],
    [iteration - before, level, step, produced, prepared, lastScore, stagnation, Math.min(bRefines, 2), cause],
    [audits.last?.verdict, audits.beforeQa, audits.owed, errorState?.step, errorState?.count, errorState?.retryable, budgetRefused],
  ];
}

/** Trees count only where work may be taken back: in a group. */
function graphKey(
  { atoms, selected, decompositions, stalls, moved, judged }: Graph,
  named: (name: string | null) => string | null,
): unknown {
  const grouped = Object.keys(selected).length > 0;
  return [
    atoms.map(({ atom: { id }, status, attempts, triedIn, probe, kept, ...state }) => [
      [id, status, attempts, triedIn, probe?.feasible, probe?.attempts, kept],
      grouped ? [named(state.before), named(state.after)] : [],
    ]),
    [Object.values(selected), decompositions.length, stalls, moved, judged],
  ];
}

function evaluationOf(evaluation: Evaluation | null, named: (name: string | null) => string | null): unknown {
  if (evaluation === null) return null;
  return [named(evaluation.tree), evaluation.level, evaluation.passed, evaluation.results.map(({ verdict }) => verdict).join()];
}

function endOf(
  { qa, passedBy, reflection, published, shown, sentBack, ending, revived }: Run,
  named: (name: string | null) => string | null,
): unknown {
  const last = qa === null ? null : [qa.rounds, qa.last?.verdict, named(qa.head), named(qa.rejected)];
  return [
    last,
    passedBy,
    reflection !== null,
    published === null ? null : named(published.head),
    shown !== null,
    named(sentBack),
    ending,
    revived > 0,
  ];
}

/** Goes through all states breadth first and says what was found. */
import { stopRuleOf } from "#core/decide/stop.ts";
import type { EventKind } from "#core/events/event.ts";
import { isResting } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import * as journal from "../../builders/journal.ts";
import type { Checked, Move } from "./append.ts";
import { type Graph, graphOf, reach, type Waiting, wayTo, withoutEnd } from "./graph.ts";
import { movesFrom } from "./moves.ts";
import { type State, slim } from "./state.ts";

/** How far to go: so many states, and so many violations. */
interface Bounds {
  readonly states: number;
  readonly violations: number;
}

/** A law that was broken, and the shortest way there. */
interface Violation {
  readonly law: string;
  readonly way: readonly string[];
}

export interface Found {
  readonly states: number;
  readonly transitions: number;
  readonly depth: number;
  /** False when a bound ended the search: what lies behind it was not looked at. */
  readonly whole: boolean;
  readonly stages: ReadonlySet<string>;
  readonly rows: ReadonlySet<string>;
  readonly rules: ReadonlySet<string>;
  readonly violations: readonly Violation[];
}

/** What is counted on the way. A law is noted once, at its first and shortest. */
interface Tally {
  transitions: number;
  depth: number;
  readonly stages: Set<string>;
  readonly rows: Set<string>;
  readonly rules: Set<string>;
  readonly violations: Map<string, Violation>;
}

function start({ scene }: Checked): State {
  const started = journal.startedAt(scene.github ? 7 : null, scene.drafts ? "draft" : "branch");
  if (started.kind !== "run_started") throw new Error("bug: it begins a run");
  const tried = scene.tried !== null && { rehearses: scene.tried === "job" ? ("job" as const) : (true as const) };
  return {
    run: slim(journal.begun(journal.timed([{ ...started, ...tried }]))),
    workers: [],
    may: true,
    vouched: false,
    started: !scene.github,
  };
}

/** Searches until everything is seen or a bound is met. Needs memory for the states that wait, and some bytes for each that was seen. */
export function search(checked: Checked, bounds: Bounds): Found {
  const graph = graphOf(start(checked));
  const tally: Tally = { transitions: 0, depth: 0, stages: new Set(), rows: new Set(), rules: new Set(), violations: new Map() };
  let next = 0;
  for (; graph.numbers.size < bounds.states && tally.violations.size < bounds.violations; next++) {
    const at = graph.queue[next];
    if (at === undefined) break;
    delete graph.queue[next];
    lookAt(at, graph, tally, checked);
  }
  const left = graph.queue.slice(next).flatMap((waiting) => waiting?.number ?? []);
  for (const number of left) graph.ends.add(number);
  const stuck = tally.violations.size < bounds.violations ? withoutEnd(graph) : null;
  if (stuck !== null) note(tally, "no end can be reached", () => wayTo(graph, stuck));
  return { ...tally, states: graph.numbers.size, whole: left.length === 0, violations: [...tally.violations.values()] };
}

function note({ violations }: Tally, law: string, way: () => readonly string[]): void {
  if (!violations.has(law)) violations.set(law, { law, way: way() });
}

/** All moves out of one state. */
function lookAt(at: Waiting, graph: Graph, tally: Tally, checked: Checked): void {
  tally.depth = Math.max(tally.depth, at.depth);
  countState(at.state.run, tally);
  const moves = tried(at.state, checked, (law) => note(tally, law, () => wayTo(graph, at.number)));
  if (isEnd(at.state.run, checked)) graph.ends.add(at.number);
  else if (moves.length === 0) note(tally, "dead end", () => wayTo(graph, at.number));
  for (const move of moves) {
    tally.transitions++;
    for (const law of move.broken) note(tally, law, () => [...wayTo(graph, at.number), move.name]);
    for (const [run, kind] of move.written) countEvent(run, kind, tally);
    const to = reach(graph, move, at);
    if (!move.engine) continue;
    graph.arrows.from.push(at.number);
    graph.arrows.to.push(to);
  }
}

function countState(run: Run, tally: Tally): void {
  tally.stages.add(run.stage);
  if (run.unreadable !== null) tally.rules.add(stopRuleOf(run)?.reason ?? "");
}

/** An event that was written onto a run: its row of the stage table, and the stop rule that held there. */
function countEvent(run: Run, kind: EventKind, tally: Tally): void {
  tally.rows.add(`${run.stage} × ${kind}`);
  const rule = stopRuleOf(run);
  if (rule !== null) tally.rules.add(rule.reason);
}

/** The run is over or waits for people, and nothing follows any more. */
function isEnd(run: Run, { system }: Checked): boolean {
  return run.unreadable !== null || (isResting(run.stage) && system.next(run).kind === "stop" && system.conclude(run).length === 0);
}

/** All moves; a decision that throws is a violation, not the end of the checker. */
function tried(state: State, checked: Checked, tell: (law: string) => void): readonly Move[] {
  try {
    return movesFrom(state, checked);
  } catch (error) {
    tell(`throws: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}

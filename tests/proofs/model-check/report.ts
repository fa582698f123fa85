/** What the checker found, in words: how much it saw, what it reached, what it never reached, and every way to a violation. */
import { STOP_RULES } from "#core/decide/stop.ts";
import { Stage } from "#core/events/data/reason.ts";
import { Event, type EventKind } from "#core/events/event.ts";
import { isLawful } from "#core/run/stage.ts";
import { NEVER, unexplained } from "./never.ts";
import type { Found } from "./search.ts";

const KINDS: readonly EventKind[] = Event.options.map(({ shape }) => shape.kind.value);

/** Every row of the stage table: only the kind of an event counts there. */
const ROWS: readonly string[] = Stage.options.flatMap((stage) =>
  KINDS.filter((kind) => isLawful(stage, { kind } as Event)).map((kind) => `${stage} × ${kind}`),
);

/** Several searches as one. States of two scenes count twice: they are states of two worlds. */
export function together(all: readonly Found[]): Found {
  const sum = (count: (found: Found) => number) => all.reduce((so, found) => so + count(found), 0);
  const union = (set: (found: Found) => ReadonlySet<string>) => new Set(all.flatMap((found) => [...set(found)]));
  return {
    states: sum(({ states }) => states),
    transitions: sum(({ transitions }) => transitions),
    depth: Math.max(...all.map(({ depth }) => depth)),
    whole: all.every(({ whole }) => whole),
    stages: union(({ stages }) => stages),
    rows: union(({ rows }) => rows),
    rules: union(({ rules }) => rules),
    violations: all.flatMap(({ violations }) => violations),
  };
}

/** One line: the size of a search. */
export function sizeOf({ states, transitions, depth, whole }: Found): string {
  const end = whole ? "every state was seen" : "the bound ended it";
  return `${states.toLocaleString("en")} states, ${transitions.toLocaleString("en")} transitions, depth ${depth}; ${end}`;
}

/** All that there is of a kind, and what of it was reached. */
interface Part {
  readonly name: string;
  readonly all: readonly string[];
  readonly reached: ReadonlySet<string>;
}

function partsOf({ stages, rows, rules }: Found): readonly Part[] {
  return [
    { name: "stages", all: Stage.options, reached: stages },
    { name: "rows of the stage table", all: ROWS, reached: rows },
    { name: "stop rules", all: STOP_RULES.map(({ reason }) => reason), reached: rules },
  ];
}

/** The count, and what was not reached by name. */
function coverage({ name, all, reached }: Part): readonly string[] {
  const missed = all.filter((one) => !reached.has(one));
  const told = missed.map((one) => `  never: ${one}${NEVER[one] === undefined ? "" : `, because ${NEVER[one]}`}`);
  return [`${name}: ${all.length - missed.length} of ${all.length}`, ...told];
}

/** What should have been reached, and what should not have been: empty when the worlds are as large as they must be. */
export function gapsOf(found: Found): readonly string[] {
  return partsOf(found).flatMap(({ all, reached }) => unexplained(all, reached));
}

/** The report of a whole run. */
export function linesOf(found: Found): readonly string[] {
  return [
    sizeOf(found),
    ...partsOf(found).flatMap(coverage),
    `violations: ${found.violations.length}`,
    ...found.violations.flatMap(({ law, way }) => [`  ${law}`, ...way.map((step, index) => `    ${index + 1}. ${step}`)]),
  ];
}

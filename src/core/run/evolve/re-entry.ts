/** A run goes on after it was held up: what is cleared, what is due again, and a plan that is made anew. */
import type { Correction } from "#core/events/data/correction.ts";
import { type Effect, withoutEffects } from "#core/events/data/effect.ts";
import { backToKept } from "#core/run/best-result.ts";
import type { Run } from "#core/run/run.ts";
import { reviveGraph } from "#core/tasks/graph-moves.ts";

/** What a run does last on GitHub: due again at its next end. */
export const LAST: readonly Effect[] = ["result", "replies", "draft"];

/** Whatever held the run up is over: it goes on. */
export function goesOn({ effects }: Run): Partial<Run> {
  return {
    effects: withoutEffects(effects, ...LAST),
    gaveUp: null,
    stopRequest: null,
    pausing: null,
    errorState: null,
    budgetRefused: null,
    reflection: null,
    ending: null,
    replaced: 0,
  };
}

/** The loop is entered again, with another hand-over and another audit key. */
export function entersAnew({ effects, setup, claimed, missed }: Run): Partial<Run> {
  return {
    claimed: false,
    missed: missed + (claimed ? 0 : 1),
    effects: withoutEffects(effects, "dispatch", ...LAST),
    ...(setup?.ok === false ? { setup: null, baseScore: null } : {}),
  };
}

/** The last of the maintainers' words, where nobody has weighed it; null where somebody has. */
export function unweighed({ corrections }: Run): number | null {
  return corrections.at(-1)?.kind === null ? corrections.length - 1 : null;
}

/** A plan is made anew: nothing that was shown or approved holds any more, and revisions count anew. */
export function plansAnew(run: Run): Partial<Run> {
  return { ...goesOn(run), revisions: 0, request: null, approval: null };
}

export function corrected(
  { corrections, stage, questions }: Run,
  { by, text, kind, at, onPull }: Omit<Correction, "asked">,
): Partial<Run> {
  const asked = stage === "needs_info" ? questions : [];
  return { corrections: [...corrections, { by, text, kind, at, asked, ...(onPull && { onPull }) }] };
}

/** What was said last is followed: of all that nobody had followed before. */
export function followed({ corrections }: Run, kind: Correction["kind"]): Partial<Run> {
  return { corrections: corrections.map((one) => (one.kind === null ? { ...one, kind } : one)) };
}

/** With another word about it, what had failed may be tried again (S2.08). */
export function planAnew(run: Run): Pick<Run, "progress" | "graph"> {
  const { progress, graph } = backToKept(run);
  return { progress, graph: reviveGraph(graph) };
}

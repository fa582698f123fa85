/**
 * A run goes on after it was held up: which state is cleared, which effects are due again, and how a plan is made
 * again.
 */
import type { Correction } from "#core/events/data/correction.ts";
import { type Effect, withoutEffects } from "#core/events/data/effect.ts";
import type { Run } from "#core/run/run.ts";

/** The effects that end a run on GitHub: due again at its next end. */
export const LAST: readonly Effect[] = ["result", "replies", "draft"];

/** The run goes on: clears the state that held it up. */
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

/** The last of the maintainers' comments, where no step has weighed it; null where one has. */
export function unweighed({ corrections }: Run): number | null {
  return corrections.at(-1)?.kind === null ? corrections.length - 1 : null;
}

/** The run makes its plan again: earlier comments and approvals of it do not count, and revisions count anew. */
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

/** The run follows the last request: of all that no step had followed before. */
export function followed({ corrections }: Run, kind: Correction["kind"]): Partial<Run> {
  return { corrections: corrections.map((one) => (one.kind === null ? { ...one, kind } : one)) };
}

/** What the words change with which people steer a run. */
import type { Correction } from "#core/events/data/correction.ts";
import { type Effect, withoutEffects } from "#core/events/data/effect.ts";
import { isOwnFault } from "#core/events/data/reason.ts";
import { backToKept } from "#core/run/best-result.ts";
import { startNextRound, wasShown } from "#core/run/next-round.ts";
import type { Run } from "#core/run/run.ts";
import { graphOf } from "#core/tasks/graph.ts";
import { reviveGraph } from "#core/tasks/graph-moves.ts";
import { withoutVerification } from "./evolve-control.ts";
import { INITIAL_PROGRESS } from "./initial-run.ts";
import type { EventChanges } from "./reducer.ts";

/** What a run does last on GitHub: due again at its next end. */
const LAST: readonly Effect[] = ["result", "replies", "draft"];

/** Whatever held the run up is over: it goes on. */
function goesOn({ effects }: Run): Partial<Run> {
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
function entersAnew({ effects, setup, claimed, missed }: Run): Partial<Run> {
  return {
    claimed: false,
    missed: missed + (claimed ? 0 : 1),
    effects: withoutEffects(effects, "dispatch", ...LAST),
    ...(setup?.ok === false ? { setup: null, baseScore: null } : {}),
  };
}

/** The last of the maintainers' words, where nobody has weighed it; null where somebody has. */
function unweighed({ corrections }: Run): number | null {
  return corrections.at(-1)?.kind === null ? corrections.length - 1 : null;
}

/** A plan is made anew: nothing that was shown or approved holds any more, and revisions count anew. */
function plansAnew(run: Run): Partial<Run> {
  return { ...goesOn(run), revisions: 0, request: null, approval: null };
}

function corrected({ corrections, stage, questions }: Run, { by, text, kind, at, onPull }: Omit<Correction, "asked">): Partial<Run> {
  const asked = stage === "needs_info" ? questions : [];
  return { corrections: [...corrections, { by, text, kind, at, asked, ...(onPull && { onPull }) }] };
}

/** What was said last is followed: of all that nobody had followed before. */
function followed({ corrections }: Run, kind: Correction["kind"]): Partial<Run> {
  return { corrections: corrections.map((one) => (one.kind === null ? { ...one, kind } : one)) };
}

/** With another word about it, what had failed may be tried again (S2.08). */
function planAnew(run: Run): Pick<Run, "progress" | "graph"> {
  const { progress, graph } = backToKept(run);
  return { progress, graph: reviveGraph(graph) };
}

export const STEER_CHANGES: EventChanges = {
  pause_requested: (_run, { by }) => ({ pausing: { by } }),
  paused: ({ progress, pausing, stepped, gaveUp }, { reason }) => ({
    ending: reason,
    pausing: null,
    errorState: null,
    // What a person is to look at stays in sight until somebody goes on.
    gaveUp: reason === "large_change" ? gaveUp : null,
    stepped: pausing === null ? lastDone(progress) : stepped,
  }),
  resumed: (run, { restores }) => ({
    ...goesOn(run),
    ...entersAnew(run),
    redirect: unweighed(run),
    // That a machine was lost says nothing about the run.
    revived: run.revived + (run.stage === "failed" && isOwnFault(run.ending) ? 1 : 0),
    ...(run.stage === "paused" ? {} : { progress: { ...run.progress, stagnation: 0 }, graph: reviveGraph(run.graph) }),
    // What was to be kept lies nowhere any more.
    ...(restores === undefined ? {} : backToKept(run)),
  }),
  // As after a worker that ended by itself, but that nobody has to say so.
  worker_replaced: (run) => ({
    ...goesOn(run),
    ...entersAnew(run),
    redirect: unweighed(run),
    ...withoutVerification(run),
    replaced: run.replaced + 1,
  }),
  run_unblocked: (run, { by, reason }) => ({
    ...goesOn(run),
    ...entersAnew(run),
    redirect: unweighed(run),
    audits: { ...run.audits, last: null, owed: true, cleared: { by, reason, objection: run.audits.last?.issue ?? "" } },
  }),
  redirect_requested: (run, { by, text, at, onPull }) => {
    const { stage, corrections } = run;
    const said = { by, text, at, onPull };
    if (stage === "needs_info") return { ...plansAnew(run), ...corrected(run, { ...said, kind: "answers" }) };
    if (stage === "awaiting_approval" || stage === "halted") {
      return { ...plansAnew(run), ...corrected(run, { ...said, kind: "objective_change" }) };
    }
    return {
      ...goesOn(run),
      // Whoever is at work in the loop goes on with it; elsewhere it has to be entered again.
      ...(stage === "running" ? {} : entersAnew(run)),
      ...corrected(run, { ...said, kind: null }),
      redirect: corrections.length,
      ...(wasShown(run) ? startNextRound(run) : backToKept(run)),
    };
  },
  // Events that a worker held back may have come in between: what they tell of is discarded as well.
  redirected: (run, { of, change }) =>
    of !== run.redirect
      ? {}
      : {
          ...followed(run, change),
          redirect: change === "objective_change" ? of : null,
          errorState: null,
          ...planAnew(run),
        },
  objective_changed: (run) => ({
    ...plansAnew(run),
    claimed: false,
    effects: withoutEffects(run.effects, "dispatch", "again", ...LAST),
    redirect: null,
    setup: null,
    baseScore: null,
    qa: null,
    passedBy: null,
    stepped: 0,
    graph: graphOf([]),
    progress: { ...INITIAL_PROGRESS, head: run.progress.head, tree: run.progress.head.tree },
  }),
  defaults_taken: (run, { by, at }) => ({
    ...plansAnew(run),
    ...corrected(run, { by, text: "Go on with the defaults.", kind: "answers", at }),
  }),
};

/** The last iteration that is over: one that was begun because QA found issues is not. */
function lastDone({ iteration, step }: Run["progress"]): number {
  return step === "PLAN" ? iteration - 1 : iteration;
}

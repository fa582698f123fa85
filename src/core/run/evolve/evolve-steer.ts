/** The commands with which people steer a run: what each changes. */
import { withoutEffects } from "#core/events/data/effect.ts";
import { isOwnFault } from "#core/events/data/reason.ts";
import type { Plan } from "#core/plan/plan.ts";
import { backToKept } from "#core/run/best-result.ts";
import { startNextRound, wasShown } from "#core/run/next-round.ts";
import type { Run } from "#core/run/run.ts";
import { graphOf } from "#core/tasks/graph.ts";
import { reviveGraph } from "#core/tasks/graph-moves.ts";
import { withoutVerification } from "./evolve-control.ts";
import { INITIAL_PROGRESS } from "./initial-run.ts";
import { corrected, entersAnew, followed, goesOn, LAST, plansAnew, unweighed } from "./re-entry.ts";
import { afterRedirect } from "./redirect-effect.ts";
import type { EventChanges } from "./reducer.ts";

export const STEER_CHANGES: EventChanges = {
  pause_requested: (_run, { by }) => ({ pausing: { by } }),
  paused: ({ progress, pausing, stepped, gaveUp }, { reason }) => ({
    ending: reason,
    pausing: null,
    errorState: null,
    // What a person has to look at stays visible until a person resumes the run.
    gaveUp: reason === "large_change" ? gaveUp : null,
    stepped: pausing === null ? lastDone(progress) : stepped,
  }),
  resumed: (run, { restores }) => ({
    ...goesOn(run),
    ...entersAnew(run),
    redirect: unweighed(run),
    // A lost runner says nothing about the run.
    revived: run.revived + (run.stage === "failed" && isOwnFault(run.ending) ? 1 : 0),
    ...(run.stage === "paused" ? {} : { progress: { ...run.progress, stagnation: 0 }, graph: reviveGraph(run.graph) }),
    // The branch is made again at the last kept commit: work that was not on it is done again.
    ...(restores === undefined ? {} : backToKept(run)),
  }),
  base_renewed: (run, { plan, config }) => ({
    ...plansAnew(run),
    ...backAtBase(run, plan),
    revisions: run.revisions,
    missed: run.missed + 1,
    plan,
    config,
    rehearsal: null,
    returned: 0,
    sharpened: false,
  }),
  // As `resumed` after the loss of a worker, but no person has to ask for it.
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
      // A worker in the loop goes on with it; elsewhere the loop has to be entered again.
      ...(stage === "running" ? {} : entersAnew(run)),
      ...corrected(run, { ...said, kind: null }),
      redirect: corrections.length,
      ...(wasShown(run) ? startNextRound(run) : backToKept(run)),
    };
  },
  // Events that a worker wrote late may have come in between: their work is discarded as well.
  redirected: (run, { of, change, reopens, measures }) =>
    of !== run.redirect
      ? {}
      : {
          ...followed(run, change),
          redirect: change === "objective_change" ? of : null,
          errorState: null,
          ...(measures === true ? {} : { measured: run.corrections.length }),
          ...afterRedirect(run, change, reopens),
        },
  objective_changed: (run) => ({
    ...plansAnew(run),
    ...beforeWork(run),
    redirect: null,
    measurements: [],
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

/** No worker has taken the plan up yet. */
function beforeWork({ effects }: Run): Partial<Run> {
  return {
    claimed: false,
    effects: withoutEffects(effects, "dispatch", "again", ...LAST),
    setup: null,
    baseScore: null,
  };
}

/** No work was done yet: everything begins at the base of the plan. */
function backAtBase(run: Run, { base, atoms }: Plan): Partial<Run> {
  const { commit, tree } = base;
  return { ...beforeWork(run), base, graph: graphOf(atoms), progress: { ...INITIAL_PROGRESS, head: { commit, tree } } };
}

/** The last iteration that is over: one that was begun because QA found issues is not. */
function lastDone({ iteration, step }: Run["progress"]): number {
  return step === "PLAN" ? iteration - 1 : iteration;
}

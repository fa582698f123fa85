/** What must stand in the journal of each story in this order, whatever else is between: what its title says. */
import type { EventKind } from "#core/events/event.ts";

const BEGUN = "run_started run_hydrated plan_reviewed approval_requested approved consumed setup_done base_scored";
const ROUND = "plan_created atom_started artifact_created checks_prepared evaluation_done";
const DONE = "loop_passed audit_done qa_done reflection_done publish_requested base_seen published completed";
const WRONG = "reflection_done stopped";

const TOLD: Readonly<Record<string, string>> = {
  "atom-failed": `${BEGUN} atom_started atom_failed atom_probed atom_failed ${WRONG}`,
  "base-green": "approved consumed setup_done base_scored approval_requested",
  "base-conflicts": `${BEGUN} ${ROUND} loop_passed audit_done qa_done ${WRONG}`,
  batch: `${BEGUN} atom_started atom_resolved atom_started atom_resolved ${DONE}`,
  blocked: "plan_created audit_done artifact_created reflection_done run_blocked",
  budget: "run_started budget_refused reflection_done stopped",
  "cheat-claim": `artifact_created evaluation_done ${WRONG}`,
  "cheat-tests": `artifact_created evaluation_done iteration_discarded ${WRONG}`,
  defaults: `run_started info_requested defaults_taken run_hydrated approved ${DONE}`,
  "ci-mended": `${DONE} ci_seen ci_sent_back consumed plan_created artifact_created iteration_kept ${DONE} ci_seen`,
  "ci-stays-red": `${DONE} ci_seen ci_sent_back consumed plan_created artifact_created iteration_kept ${DONE} ci_seen`,
  "ci-waits": `${DONE} ci_seen`,
  "comments-heard": `${BEGUN} ${ROUND} ${DONE}`,
  "dispatch-failed": "approved announced settled reflection_done failed",
  halt: "run_hydrated plan_reviewed halted",
  "iteration-limit": `evaluation_done refinement_done iteration_advanced evaluation_done iteration_kept ${WRONG}`,
  journey: [
    BEGUN,
    "plan_created artifact_created checks_prepared evaluation_done iteration_kept critique_done refinement_done",
    "iteration_advanced plan_created artifact_created evaluation_done iteration_kept phase_switched",
    "checks_prepared evaluation_done critique_done refinement_done iteration_advanced",
    "plan_created artifact_created evaluation_done iteration_kept loop_passed audit_done qa_done",
    "reflection_done publish_requested published completed",
  ].join(" "),
  memory: `${BEGUN} ${ROUND} ${DONE}`,
  "minor-edit": `${BEGUN} artifact_created work_formatted evaluation_done ${DONE}`,
  "new-goal": `approved consumed redirect_requested redirected objective_changed run_hydrated plan_reviewed approved consumed ${DONE}`,
  "no-major-issues": "phase_switched evaluation_done critique_done refinement_done evaluation_done loop_passed qa_done completed",
  "or-backtracking": `atom_started atom_failed or_switched atom_started atom_resolved ${DONE}`,
  "or-exhausted": `atom_failed or_switched atom_started atom_failed atom_probed atom_failed ${WRONG}`,
  "pause-resume": `approved consumed pause_requested paused resumed consumed ${DONE}`,
  "phase-error": "approved phase_error phase_error reflection_done failed",
  "plan-attacked": `run_hydrated rehearsed revision_requested run_hydrated rehearsed plan_reviewed approved consumed base_scored ${ROUND} ${DONE}`,
  "plan-changed": "approval_requested plan_changed approval_requested",
  "plan-given": `run_started run_hydrated plan_reviewed approval_requested approved consumed ${DONE}`,
  "plan-mode": `run_hydrated plan_reviewed revision_requested run_hydrated plan_reviewed approval_requested ${DONE}`,
  "qa-issues": [
    "loop_passed audit_done qa_done iteration_advanced plan_created artifact_created evaluation_done",
    "iteration_kept loop_passed audit_done qa_done reflection_done published completed",
  ].join(" "),
  "qa-proof": "run_started run_hydrated approved consumed setup_done answered reflection_done completed",
  "qa-twice": `loop_passed qa_done iteration_advanced evaluation_done loop_passed qa_done ${WRONG}`,
  "plan-older": `approval_requested discussion_moved redirect_requested run_hydrated plan_reviewed approval_requested approved ${DONE}`,
  question: "run_started run_hydrated plan_reviewed answered reflection_done completed",
  questions: "run_started info_requested",
  redirect: `consumed redirect_requested redirected plan_created artifact_created ${DONE}`,
  "redirect-bound": [
    "evaluation_done iteration_kept redirect_requested redirected plan_created artifact_created",
    `evaluation_done iteration_kept critique_done refinement_done evaluation_done iteration_kept ${DONE}`,
  ].join(" "),
  refused: `approval_requested approval_rejected approved ${DONE}`,
  review: `${DONE} redirect_requested redirected consumed plan_created artifact_created iteration_kept ${DONE}`,
  "review-measured": [
    `${DONE} redirect_requested redirected consumed review_measured plan_created artifact_created evaluation_done`,
    `iteration_discarded critique_done refinement_done plan_created evaluation_done iteration_kept ${DONE}`,
  ].join(" "),
  "review-new-plan": `${DONE} redirect_requested redirected objective_changed run_hydrated plan_reviewed approved consumed ${DONE}`,
  "review-redone": `${DONE} redirect_requested redirected consumed review_measured plan_created atom_started atom_resolved iteration_kept ${DONE}`,
  "review-taken-over": `${DONE} redirect_requested redirected consumed gave_up ${WRONG}`,
  "review-unchanged": `${DONE} redirect_requested redirected consumed plan_created artifact_created evaluation_done ${WRONG}`,
  "sandbox-unavailable": "approved gave_up reflection_done failed",
  rehearsal: "run_hydrated rehearsed revision_requested run_hydrated rehearsed plan_reviewed approval_requested stop_requested stopped",
  "rehearsal-halted": "rehearsed revision_requested run_hydrated rehearsed revision_requested run_hydrated rehearsed halted",
  "rehearsal-by-job":
    "run_hydrated announced rehearsed revision_requested run_hydrated announced rehearsed plan_reviewed approval_requested stopped",
  "rehearsal-unparsed":
    "rehearsed revision_requested run_hydrated announced rehearsed revision_requested run_hydrated announced rehearsed plan_reviewed approval_requested stopped",
  "rehearsal-mended": `rehearsed halted base_renewed announced rehearsed plan_reviewed approval_requested approved ${DONE}`,
  "setup-failed": "approved consumed setup_done reflection_done failed",
  "setup-mended": `approved setup_done failed base_renewed approval_requested approved ${DONE}`,
  split: `atom_failed atom_probed atom_decomposed atom_started atom_resolved atom_resolved ${DONE}`,
  "side-by-side": `${BEGUN} plan_created atom_started atom_started artifact_created atom_resolved artifact_created atom_resolved evaluation_done ${DONE}`,
  "side-by-side-conflict": [
    `${BEGUN} plan_created atom_started atom_started artifact_created atom_resolved artifact_created checks_prepared`,
    `artifact_created atom_resolved evaluation_done ${DONE}`,
  ].join(" "),
  "short-workflow": `${BEGUN} ${DONE}`,
  stagnation: `evaluation_done evaluation_done evaluation_done ${WRONG}`,
  "stall-limit": `atom_failed evaluation_done ${WRONG}`,
  "started-by-assignment": "run_started run_hydrated plan_reviewed approval_requested stop_requested stopped",
  "started-by-comment": `${BEGUN} ${DONE}`,
  stepwise: `evaluation_done paused resumed consumed critique_done refinement_done atom_resolved evaluation_done ${DONE}`,
  stopped: "stop_requested step_interrupted reflection_done stopped",
  unblock: `audit_done reflection_done run_blocked run_unblocked consumed audit_done ${DONE}`,
  unverified: "loop_passed gave_up reflection_done failed",
  "verifier-lost": "loop_passed worker_replaced loop_passed worker_replaced loop_passed worker_replaced gave_up reflection_done failed",
  "worker-lost": "approved worker_replaced gave_up reflection_done failed",
  "worse-iteration": `iteration_kept refinement_done evaluation_done iteration_discarded ${WRONG}`,
};

/** The kinds in their order; throws an `Error` for a story that nobody has told of here. */
export function orderOf(name: string): readonly EventKind[] {
  const told = TOLD[name];
  if (told === undefined) throw new Error(`say in tests/journeys/stories/order.ts what the journal of ${name} must tell`);
  return told.split(" ") as EventKind[]; // a word that is no kind is never found, so the test that looks for it fails
}

/** As many of them as stand in the journal one after the other. */
export function foundInOrder(wanted: readonly EventKind[], kinds: readonly EventKind[]): readonly EventKind[] {
  let from = 0;
  return wanted.filter((kind) => {
    const at = kinds.indexOf(kind, from);
    if (at === -1) return false;
    from = at + 1;
    return true;
  });
}

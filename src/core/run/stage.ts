/** The only table of stages: which event leads from which stage to which. Every other pair changes nothing. */
import type { Stage } from "#core/events/data/reason.ts";
import type { Event, EventKind } from "#core/events/event.ts";

type Moves = Partial<Record<EventKind, Stage>>;

/** Events that leave a stage as it is but are lawful in it. */
function within(stage: Stage, ...kinds: readonly EventKind[]): Moves {
  return Object.fromEntries(kinds.map((kind) => [kind, stage]));
}

/** A run may end from every stage in which a job works on it. */
const ENDS: Moves = { stopped: "stopped", failed: "failed" };

/** The auditor sees work only. */
const BLOCKS: Moves = { run_blocked: "blocked" };

/** Effects that fall due in a stage; their receipts may come later. */
const TOLD: readonly EventKind[] = ["announced", "settled"];

/** Events that any command may give in any of these stages. */
const TROUBLE: readonly EventKind[] = [
  "phase_error",
  "step_interrupted",
  "stop_requested",
  "reflection_done",
  "gave_up",
  "settled",
];

/** Events that a command may give that asks a model. */
const ASKING: readonly EventKind[] = [...TROUBLE, "budget_refused"];

/**
 * stage × event → stage; `run_started` makes a run that is `hydrating`. A pair that is not here changes nothing
 * (`isLawful` is false).
 */
const STAGES: Readonly<Record<Stage, Moves>> = {
  hydrating: { ...ENDS, ...within("hydrating", ...ASKING), run_hydrated: "reviewing", info_requested: "needs_info" },
  reviewing: {
    ...ENDS,
    ...within("reviewing", ...ASKING, "announced", "worker_replaced", "rehearsed", "plan_reviewed"),
    revision_requested: "hydrating",
    approval_requested: "awaiting_approval",
    halted: "halted",
    ...within("reviewing", "answered"),
    completed: "completed",
  },
  awaiting_approval: {
    stopped: "stopped",
    ...within("awaiting_approval", "approval_rejected", "stop_requested", "reflection_done", "gave_up", ...TOLD),
    ...within("awaiting_approval", "plan_changed", "approval_requested", "discussion_moved"),
    approved: "running",
    redirect_requested: "hydrating",
  },
  running: {
    ...ENDS,
    ...BLOCKS,
    ...within("running", ...ASKING, "announced"),
    ...within("running", "worker_replaced", "lease_renewed"),
    ...within(
      "running",
      "consumed",
      "setup_done",
      "base_scored",
      "plan_created",
      "artifact_created",
      "checks_prepared",
    ),
    ...within(
      "running",
      "evaluation_done",
      "iteration_kept",
      "iteration_discarded",
      "critique_done",
      "refinement_done",
    ),
    ...within("running", "phase_switched", "iteration_advanced", "audit_done", "work_formatted"),
    ...within(
      "running",
      "atom_started",
      "atom_probed",
      "atom_resolved",
      "atom_failed",
      "or_switched",
      "atom_decomposed",
    ),
    ...within("running", "pause_requested", "redirect_requested", "redirected", "review_measured"),
    approval_requested: "awaiting_approval",
    loop_passed: "verifying",
    ...within("running", "answered"),
    paused: "paused",
    objective_changed: "hydrating",
    completed: "completed",
  },
  verifying: {
    ...ENDS,
    ...BLOCKS,
    ...within("verifying", ...ASKING, "audit_done", "qa_done", "pause_requested"),
    worker_replaced: "running",
    paused: "paused",
    redirect_requested: "running",
    redirected: "running",
    iteration_advanced: "running",
    publish_requested: "publishing",
  },
  publishing: {
    ...ENDS,
    ...within("publishing", ...TROUBLE, "base_seen", "published"),
    worker_replaced: "running",
    completed: "completed",
  },
  completed: {
    ...within("completed", ...TOLD, "ci_seen"),
    redirect_requested: "running",
    ci_sent_back: "running",
  },
  needs_info: { ...within("needs_info", ...TOLD), redirect_requested: "hydrating", defaults_taken: "hydrating" },
  halted: { ...within("halted", ...TOLD), redirect_requested: "hydrating", base_renewed: "reviewing" },
  paused: {
    ...within("paused", ...TOLD, "stop_requested", "gave_up", "reflection_done"),
    stopped: "stopped",
    resumed: "running",
    redirect_requested: "running",
  },
  blocked: { ...within("blocked", ...TOLD), run_unblocked: "running" },
  stopped: { ...within("stopped", ...TOLD), resumed: "running", redirect_requested: "running" },
  failed: { ...within("failed", ...TOLD), resumed: "running", base_renewed: "reviewing" },
};

/** True when the event may happen in the stage. */
export function isLawful(stage: Stage, event: Event): boolean {
  return STAGES[stage][event.kind] !== undefined;
}

/** The stage after an event: the same one for an event that is not lawful. */
export function stageAfter(stage: Stage, event: Event): Stage {
  return STAGES[stage][event.kind] ?? stage;
}

/** The decisions under check, as they are, and with one guard switched off: the checker must find what the guard was for. */
import { claimHandover } from "#core/approval/run-handover.ts";
import { authorize, type IntentKind, type RepositoryRole } from "#core/commands/permission.ts";
import { conclude } from "#core/conclude.ts";
import { type EngineCommand, type EngineStop, isSameCommand } from "#core/decide/engine-command.ts";
import { next } from "#core/decide/next.ts";
import type { Event, EventDraft } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import type { AtomState, Graph } from "#core/tasks/graph.ts";
import type { Limits } from "#core/values/limits.ts";

/** Everything that decides. `late`: the approval is older than a day. */
export interface System {
  readonly next: (run: Run) => EngineCommand | EngineStop;
  readonly conclude: (run: Run) => readonly Event[];
  readonly evolve: (run: Run, event: Event) => Run;
  readonly mayApprove: (role: RepositoryRole) => boolean;
  readonly consume: (run: Run, late: boolean) => EventDraft;
  /** Whether the press takes a verdict in; asked of the approver's role now. */
  readonly vouches: (role: RepositoryRole) => boolean;
  /** Whether what a worker did still counts over the run as it is now (loop/engine/drive). */
  readonly accepts: (wanted: EngineCommand | EngineStop, done: EngineCommand) => boolean;
  /** Whether the branch must stand where a kept iteration says that it stood. */
  readonly compares: boolean;
}

const DAY = 25 * 3_600_000;
const may =
  (wish: IntentKind) =>
  (role: RepositoryRole): boolean =>
    authorize(wish, { role, isAuthor: true, throughApp: false, freeze: null }) === null;

export const CORE: System = {
  next,
  conclude: (run) => conclude(run, { at: run.updatedAt, key: null }),
  evolve,
  mayApprove: may("approve"),
  consume: (run, late) =>
    claimHandover(run, {
      now: (run.approval?.at ?? 0) + (late ? DAY : 0),
      keyHash: "a".repeat(64),
      worker: run.issue.number === null ? null : "1",
    }),
  vouches: may("publish"),
  accepts: isSameCommand,
  compares: true,
};

/** Decisions about another run than the one that there is. */
function blindTo(change: (run: Run) => Partial<Run>): (system: System) => System {
  return (system) => ({
    ...system,
    next: (run) => system.next({ ...run, ...change(run) }),
    conclude: (run) => system.conclude({ ...run, ...change(run) }),
  });
}

const RED = [{ id: "a.correctness.logic", verdict: "fail" as const, details: "", evidence: [] }];

function ofEach(graph: Graph, change: (state: AtomState) => Partial<AtomState>): Graph {
  return { ...graph, atoms: graph.atoms.map((state) => ({ ...state, ...change(state) })) };
}

/** Other limits while the loop decides; before, they would change what is approved. */
function limits({ plan, stage }: Run, more: Partial<Limits>): Partial<Run> {
  return plan === null || !["running", "verifying"].includes(stage) ? {} : { plan: { ...plan, limits: { ...plan.limits, ...more } } };
}

/** As if the best tree were on the branch already. */
function kept({ progress }: Run): Partial<Run> {
  return progress.best === null ? {} : { progress: { ...progress, head: { commit: "elsewhere", tree: progress.best.evaluation.tree } } };
}

function areBoth(kind: EngineCommand["kind"], wanted: EngineCommand | EngineStop, done: EngineCommand): boolean {
  return wanted.kind === kind && done.kind === kind;
}

/** Each leaves one guard out. */
export const SWITCHES = {
  user_stop: blindTo(() => ({ stopRequest: null })),
  audit_block: blindTo(({ audits }) => ({ audits: { ...audits, last: null } })),
  permission: (system) => ({ ...system, mayApprove: () => true }),
  vouching: (system) => ({ ...system, vouches: () => true }),
  answer_only: blindTo(({ plan, stage }) => (plan === null || stage !== "running" ? {} : { plan: { ...plan, workflow: "tdd" } })),
  scored_tree: (system) => ({
    ...system,
    accepts: (wanted, done) => isSameCommand(wanted, done) || areBoth("evaluate", wanted, done),
  }),
  consumed: blindTo(() => ({ claimed: false })),
  conflict: (system) => ({ ...system, accepts: () => true }),
  // Two lines of defence: a keep names its tree, and the branch must stand where it stood.
  branch_compare: (system) => ({
    ...system,
    compares: false,
    accepts: (wanted, done) => isSameCommand(wanted, done) || areBoth("keep", wanted, done),
  }),
  retry_bound: blindTo(({ errorState }) => ({ errorState: errorState === null ? null : { ...errorState, count: 1, retryable: true } })),
  qa_rounds: blindTo((run) => limits(run, { qaRounds: 99 })),
  iteration_limit: blindTo((run) => limits(run, { iterations: 99 })),
  stagnation: blindTo(({ progress }) => ({ progress: { ...progress, stagnation: 0 } })),
  budget: blindTo(() => ({ budgetRefused: null })),
  keeping: blindTo(kept),
  rejected_head: blindTo(({ qa }) => ({ qa: qa === null ? null : { ...qa, rejected: null } })),
  sent_back: blindTo(() => ({ sentBack: null })),
  audit_before_qa: blindTo(({ audits }) => ({ audits: { ...audits, beforeQa: true } })),
  green_base: blindTo(({ baseScore }) => ({ baseScore: baseScore === null ? null : { ...baseScore, results: RED } })),
  receipt: (system) => ({
    ...system,
    evolve: (run, event) => system.evolve(run, event.kind === "settled" ? { ...event, told: undefined } : event),
  }),
  rehearsal: blindTo(() => ({ rehearses: null })),
  unreadable: blindTo(() => ({ unreadable: null })),
  pause: blindTo(() => ({ pausing: null })),
  step_mode: blindTo(() => ({ stepwise: false })),
  redirect: blindTo(() => ({ redirect: null })),
  audit_after_block: blindTo(({ audits }) => ({ audits: { ...audits, owed: false } })),
  dependencies: blindTo(({ graph }) => ({ graph: ofEach(graph, ({ atom }) => ({ atom: { ...atom, dependsOn: [] } })) })),
  alternatives: blindTo(({ graph }) => ({ graph: ofEach(graph, ({ atom }) => ({ atom: { ...atom, group: null } })) })),
  atom_attempts: blindTo((run) => limits(run, { atomAttempts: 99 })),
  split_depth: blindTo((run) => limits(run, { depth: 99 })),
  open_atoms: blindTo(({ graph }) => ({ graph: ofEach(graph, () => ({ status: "resolved" })) })),
  lost_dispatch: (system) => ({
    ...system,
    evolve: (run, event) => ({ ...system.evolve(run, event), ...(event.kind === "settled" ? { gaveUp: run.gaveUp } : {}) }),
  }),
} as const satisfies Readonly<Record<string, (system: System) => System>>;
export type Switch = keyof typeof SWITCHES;

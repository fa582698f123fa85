/** Everything that can come of a command: a world that answers anything it may. */
import { type EngineCommand, STEP_OF } from "#core/decide/engine-command.ts";
import { RedirectChange } from "#core/events/data/correction.ts";
import type { Effect } from "#core/events/data/effect.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { PlanAttacks } from "#core/plan/plan-attacks.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import * as journal from "../../builders/journal.ts";
import { ATOMS, probes, productions, splits } from "./atoms.ts";
import { evaluations, freshCommit, type Given, hereOf, type Outcome, one, works } from "./made.ts";
import type { Scene } from "./scene.ts";

const ANSWERS: Readonly<Record<EngineCommand["kind"], (given: Given) => readonly Outcome[]>> = {
  hydrate: ({ scene }) => [
    one("a plan", hydrated(scene)),
    ...(scene.gates ? [one("questions", journal.asked("This one"))] : []),
    ...(scene.gates && scene.steering ? [one("obstacles", journal.asked(null))] : []),
  ],
  rehearse: ({ run, scene }) => [
    one("as it should be", rehearsed(run, {})),
    ...(scene.gates
      ? [
          one("broken rules", rehearsed(run, { broken: [{ id: "a.correctness.logic", why: "it cannot be parsed" }] })),
          one("no setup", rehearsed(run, { failed: "no make" })),
          one("a wrong patch slips through", rehearsed(run, { attacks: SLIPPED })),
        ]
      : []),
  ],
  review: ({ scene }) =>
    (scene.gates ? (["PROCEED", "REVISE", "HALT"] as const) : (["PROCEED"] as const)).map((verdict) => one(verdict, reviewed(verdict))),
  // A worker that takes a hand-over up has seen that nobody had: whether that still holds is for the append to say.
  consume: ({ run, system, scene }) => [
    one("taken up", system.consume({ ...run, claimed: false }, false)),
    ...(scene.gates && run.takenUp === 0 ? [one("too late", system.consume({ ...run, claimed: false }, true))] : []),
  ],
  setup: ({ scene }) =>
    [true, ...(scene.trouble ? [false] : [])].map((ok) => one(`setup ${ok}`, { kind: "setup_done", ok, details: "", ms: 1 })),
  score_base: ({ scene }) => [
    one("red base", journal.BASE_SCORED),
    ...(scene.gates ? [one("green base", { kind: "base_scored", results: [], tests: null })] : []),
    ...(scene.gates
      ? [one("nameless base", { ...journal.BASE_SCORED, tests: { green: false, names: null, details: "" } } as EventDraft)]
      : []),
  ],
  plan: () => [one("planned", journal.PLANNED)],
  answer: () => [one("answered", journal.ANSWERED)],
  investigate: () => [one("found out", journal.ANSWERED)],
  redirect: ({ worker }) => RedirectChange.options.map((change) => one(change, journal.redirected(change, worker.told ?? 0))),
  measure: ({ run, worker }) =>
    [0, 1].map((rules) => one(`measured by ${rules}`, journal.measured(rules, worker.told ?? 0, run.progress.head.commit))),
  probe: ({ worker: { command } }) => (command.kind === "probe" ? probes(command) : []),
  decompose: (given) => (given.worker.command.kind === "decompose" ? splits(given.worker.command, given) : []),
  produce: (given) => (given.worker.command.kind === "produce" ? productions(given.worker.command, given) : []),
  prepare: () => [one("prepared", journal.PREPARED)],
  evaluate: evaluations,
  keep: (given) => [one("kept", { ...journal.kept(freshCommit(given, given.worker.saw.best ?? ""), given.worker.saw.head) })],
  critique: () => [one("criticised", journal.CRITIQUED)],
  refine: (given) => works(given, (tree) => [journal.refined(tree, hereOf(given.run))]),
  audit: ({ run, scene }) =>
    (scene.trouble ? (["OK", "BLOCK", "CANNOT_ASSESS"] as const) : (["OK"] as const)).map((verdict) =>
      one(verdict, journal.audited(verdict, run.audits.calls)),
    ),
  verify: ({ run, scene }) =>
    (scene.work ? (["VERIFIED", "ISSUES"] as const) : (["VERIFIED"] as const)).map((verdict) =>
      one(verdict, { ...journal.qa(verdict), head: run.progress.head.commit } as EventDraft),
    ),
  reflect: () => [one("reflected", journal.REFLECTED)],
  publish: ({ run }) => [
    one("published", { kind: "base_seen", base: journal.sha("b") }, { ...journal.PUBLISHED, head: run.progress.head.commit } as EventDraft),
  ],
  draft: ({ worker, scene }) => settlements("draft", worker.told ?? 0, scene),
  reply: ({ worker, scene }) => settlements("replies", worker.told ?? 0, scene),
  settle: ({ worker, scene }) => (worker.command.kind === "settle" ? settlements(worker.command.effect, worker.told ?? 0, scene) : []),
};

function hydrated({ reviews, iterations, revisions, qaRounds, atoms, attempts, workflow }: Scene): EventDraft {
  const { PLAN } = journal;
  const tight = atoms ? { atomAttempts: attempts, depth: 1, stalls: 1 } : {};
  const limits = { ...PLAN.limits, iterations, revisions, qaRounds, ...tight, ...(reviews && { ciRounds: 1 }) };
  return { kind: "run_hydrated", plan: { ...PLAN, workflow, limits, atoms: atoms ? ATOMS : PLAN.atoms } };
}

const SLIPPED: PlanAttacks = { tried: 2, slipped: [{ name: "nothing", paths: [], rules: [] }], judged: [], untried: [], ms: 1 };

/** What trying a plan has shown: nothing is wrong but what is given. */
interface Shown {
  readonly broken?: readonly { readonly id: string; readonly why: string }[];
  readonly failed?: string;
  readonly attacks?: PlanAttacks;
}

function rehearsed(run: Run, { broken = [], failed, attacks }: Shown): EventDraft {
  const rehearsal = { setupMs: 1, tests: null, results: [], ...(attacks && { attacks }) };
  const plan = failed === undefined ? { ...planOf(run), rehearsal } : planOf(run);
  return { kind: "rehearsed", plan, broken: [...broken], failed: failed ?? null };
}

function reviewed(verdict: "PROCEED" | "REVISE" | "HALT"): EventDraft {
  return { kind: "plan_reviewed", review: { verdict, findings: [] } };
}

function settlements(effect: Effect, told: number, { trouble }: Scene): readonly Outcome[] {
  return [
    one(`sent ${effect}`, { kind: "settled", effect, receipt: "1", why: "", told }),
    ...(trouble ? [one(`lost ${effect}`, { kind: "settled", effect, receipt: null, why: "refused", told })] : []),
  ];
}

const ASKS: readonly EngineCommand["kind"][] = [
  "hydrate",
  "review",
  "answer",
  "investigate",
  "redirect",
  "measure",
  "plan",
  "probe",
  "decompose",
  "produce",
  "prepare",
  "evaluate",
  "critique",
  "refine",
  "audit",
  "verify",
];

/** True for a command that asks a model. */
export function asksModel(kind: EngineCommand["kind"]): boolean {
  return ASKS.includes(kind);
}

/** Everything that can come of a worker's command, over the run as it is now. */
export function outcomesOf(given: Given): readonly Outcome[] {
  const { worker, scene } = given;
  const answers = ANSWERS[worker.command.kind](given);
  return scene.trouble && worker.command.kind !== "settle" ? [...answers, ...troublesOf(worker.command.kind)] : answers;
}

function troublesOf(kind: EngineCommand["kind"]): readonly Outcome[] {
  const step = STEP_OF[kind];
  const broken = (retryable: boolean): EventDraft => ({ kind: "phase_error", step, message: "broken", retryable });
  return [
    one("fails", broken(true)),
    one("fails for good", broken(false)),
    one("interrupted", { kind: "step_interrupted", step }),
    ...(asksModel(kind) ? [one("refused by the budget", { kind: "budget_refused", message: "too much" })] : []),
  ];
}

/** A world that answers anything it may: the core is driven by choices, to see that every run ends within its limits. */
import { steer } from "#core/commands/steer.ts";
import type { SteeringCommand } from "#core/commands/steering.ts";
import { conclude } from "#core/conclude.ts";
import { pendingEffectOf } from "#core/decide/due-effects.ts";
import type { EngineCommand } from "#core/decide/engine-command.ts";
import { STEP_OF } from "#core/decide/engine-command.ts";
import { next } from "#core/decide/next.ts";
import { RedirectChange } from "#core/events/data/correction.ts";
import type { Event, EventDraft } from "#core/events/event.ts";
import { draftsOfReport } from "#core/iteration/worker-report.ts";
import type { Plan } from "#core/plan/plan.ts";
import { activeRules } from "#core/rules/rule.ts";
import { evaluate } from "#core/rules/score.ts";
import { needsKeeping } from "#core/run/best-result.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { workPlanOf } from "#core/run/run-facts.ts";
import type { Atom } from "#core/tasks/atom.ts";
import { atomIn } from "#core/tasks/graph.ts";
import { partsOfSplit } from "#core/tasks/split.ts";
import { digestOf } from "#core/values/digest.ts";
import { anAtom, aProbe } from "../../builders/atoms.ts";
import * as journal from "../../builders/journal.ts";
import { approval, checked, rarely } from "./simulated-people.ts";

/** Gives a whole number from 0 up to, not including, `n`. Of whatever the world may answer 0 is the best. */
export type Choose = (n: number) => number;

export interface Trace {
  readonly events: readonly Event[];
  readonly run: Run;
  readonly commands: readonly EngineCommand["kind"][];
}

/** What work comes to; the tree of the base comes last. */
const TREES = ["1", "2", "3", "4", "0"].map(journal.sha);

/** Any tree, any verdicts: the world does not know what is good. */
function evaluation(run: Run, choose: Choose): readonly EventDraft[] {
  const tree = run.progress.tree ?? run.base.tree;
  const { rules } = workPlanOf(run);
  const verdicts = ["pass", "pass", "pass", "fail", "na"] as const;
  const results = activeRules(rules, run.progress.level).map(({ id }) => ({
    id,
    verdict: verdicts[choose(verdicts.length)] ?? "pass",
    details: "",
    evidence: [],
  }));
  const done: EventDraft = {
    kind: "evaluation_done",
    evaluation: evaluate(tree, run.progress.level, results, { rules, thresholds: journal.PLAN.thresholds }),
  };
  const after = evolve(run, { ...done, at: run.updatedAt });
  return needsKeeping(after) && !rarely(choose, 5) ? [done, journal.kept(journal.sha("d"))] : [done];
}

/** What an atom says that no worker will ever do. */
const HOPELESS = "hopeless";

/** Plans of all shapes: one atom; a chain with doubts; alternatives that others wait for; alternatives of which none will do. */
const GRAPHS: readonly (readonly Atom[])[] = [
  [anAtom("A1")],
  [anAtom("A1", { doubtful: true }), anAtom("A2", { dependsOn: ["A1"] }), anAtom("A3", { priority: 1 })],
  [
    anAtom("A1", { group: "way", doubtful: true }),
    anAtom("A2", { group: "way", dependsOn: ["A4"] }),
    anAtom("A3", { dependsOn: ["A1"] }),
    anAtom("A4"),
    anAtom("A5", { dependsOn: ["A2", "A4"] }),
  ],
  [
    anAtom("A1", { group: "way", description: HOPELESS }),
    anAtom("A2", { group: "way", description: HOPELESS }),
    anAtom("A3", { dependsOn: ["A1"] }),
  ],
];

/** Atoms of the largest plan with all the parts that they can be split into, two each. */
export const MOST_ATOMS = 5 * (1 + 2 + 4 + 8);

/** Ways to treat an issue that change nothing: no rules, and one atom. */
const ANSWERED = ["question", "qa-proof"] as const;

/** Mostly a change; sometimes a question or an investigation. */
function planOf(number: number | null, choose: Choose): Plan {
  const issue = { ...journal.PLAN.issue, number };
  const workflow = ANSWERED[choose(8) - 6];
  if (workflow !== undefined) return { ...journal.PLAN, issue, workflow, template: "docs", rules: [] };
  const atoms = GRAPHS[choose(GRAPHS.length)] ?? journal.PLAN.atoms;
  const limits = { ...journal.PLAN.limits, ciRounds: 1 };
  return { ...journal.PLAN, issue, limits, atoms: [...atoms], ...(choose(2) === 0 ? { sideBySide: true } : {}) };
}

/** What the workers of atoms side by side say, in order; the work of some conflicts with that before it. */
function produced(run: Run, choose: Choose, atoms: readonly (string | null)[]): readonly EventDraft[] {
  const made: EventDraft[] = [];
  for (const atom of atoms) {
    const now = journal.timed(made, run.updatedAt).reduce(evolve, run);
    made.push(...reported(now, choose, atom, made.length > 0 && rarely(choose, 3)));
  }
  return run.progress.prepared || made.some(({ kind }) => kind === "audit_done") ? made : [...made, journal.PREPARED];
}

/** The core's own outcome of what a worker may say: done, not done, nothing at all. */
function reported(run: Run, choose: Choose, atom: string | null, conflicts: boolean): readonly EventDraft[] {
  const seen = { tree: TREES[choose(TREES.length)] ?? "", changed: ["src/split.js"], refused: [], toolCalls: 3, lastCalls: [] };
  const said = choose(5);
  const hopeless = atom !== null && atomIn(run.graph, atom)?.atom.description === HOPELESS;
  const account = said === 4 ? null : { success: said < 2 && !hopeless, summary: "said", details: "", issues: [], nextSteps: [] };
  if (rarely(choose, 30))
    return [journal.audited("BLOCK"), ...draftsOfReport(run, atom, { observed: seen, report: account, problem: "", halted: true })];
  const apart = conflicts && account?.success === true ? { conflicts: ["src/split.js"] } : {};
  return draftsOfReport(run, atom, { observed: seen, report: account, problem: "ended by time", halted: false, ...apart });
}

function decomposed(run: Run, choose: Choose, id: string): readonly EventDraft[] {
  const atom = atomIn(run.graph, id)?.atom;
  if (atom === undefined || rarely(choose, 4)) return [{ kind: "atom_failed", atom: id, why: "no way", final: true }];
  const parts = [
    { description: "first", after: [] },
    { description: "second", after: [1] },
  ];
  return [{ kind: "atom_decomposed", parent: id, children: partsOfSplit(atom, { reason: "too much", parts }), reason: "too much" }];
}

const ANSWERS: {
  readonly [K in Exclude<EngineCommand["kind"], "evaluate">]: (
    run: Run,
    choose: Choose,
    command: Extract<EngineCommand, { kind: K }>,
  ) => readonly EventDraft[];
} = {
  hydrate: ({ issue }, choose) =>
    rarely(choose, 8)
      ? [{ kind: "info_requested", questions: [{ question: "Which?", default: choose(2) === 0 ? null : "This one." }] }]
      : [{ kind: "run_hydrated", plan: planOf(issue.number, choose) }],
  rehearse: (run, choose) => [rehearsed(run, choose)],
  review: (_run, choose) => [
    { kind: "plan_reviewed", review: { verdict: (["PROCEED", "PROCEED", "REVISE", "HALT"] as const)[choose(4)] ?? "HALT", findings: [] } },
  ],
  redirect: ({ redirect }, choose) => [
    { kind: "redirected", of: redirect ?? 0, change: RedirectChange.options[choose(4)] ?? "plan_change", why: "w", reopens: ["A1"] },
  ],
  measure: ({ corrections, progress }, choose) => [journal.measured(choose(2), corrections.length - 1, progress.head.commit)],
  consume: (run, choose) => [
    rarely(choose, 8) ? { kind: "approval_requested", digest: digestOf(run.plan), reason: "approval_invalid" } : journal.CONSUMED,
  ],
  setup: (_run, choose) => [{ kind: "setup_done", ok: !rarely(choose, 6), details: "", ms: 1 }],
  score_base: (_run, choose) => (rarely(choose, 6) ? [{ kind: "base_scored", results: [], tests: null }] : [journal.BASE_SCORED]),
  plan: () => [journal.PLANNED],
  probe: (_run, choose, { atoms }) => atoms.map((atom) => ({ kind: "atom_probed", atom, probe: aProbe(!rarely(choose, 3)) })),
  decompose: (run, choose, { atom }) => decomposed(run, choose, atom),
  produce: (run, choose, { atom, beside = [] }) => produced(run, choose, [atom, ...beside]),
  prepare: () => [journal.PREPARED],
  keep: () => [journal.kept(journal.sha("e"))],
  critique: () => [journal.CRITIQUED],
  refine: (run, choose) => [journal.refined(TREES[choose(TREES.length)] ?? "", run.progress.tree ?? run.base.tree)],
  audit: ({ audits }, choose) => [journal.audited((["OK", "OK", "BLOCK", "CANNOT_ASSESS"] as const)[choose(4)] ?? "OK", audits.calls)],
  verify: (_run, choose) => [journal.qa(choose(2) === 0 ? "VERIFIED" : "ISSUES")],
  reflect: () => [journal.REFLECTED],
  publish: () => [journal.PUBLISHED],
  answer: () => [journal.ANSWERED],
  investigate: () => [journal.ANSWERED],
  settle: (run, choose) => settled(run, choose),
  reply: (run, choose) => settled(run, choose),
  draft: (run, choose) => settled(run, choose),
};

function rehearsed(run: Run, choose: Choose): EventDraft {
  const said = choose(6);
  const broken = said === 4 ? [{ id: "a.correctness.logic", why: "There is no script." }] : [];
  return { kind: "rehearsed", plan: run.plan ?? planOf(run.issue.number, choose), broken, failed: said === 5 ? "npm ci" : null };
}

function settled(run: Run, choose: Choose): readonly EventDraft[] {
  const effect = pendingEffectOf(run) ?? "plan";
  if (rarely(choose, 6)) return [{ kind: "settled", effect, receipt: null, why: "refused" }];
  return [{ kind: "settled", effect, receipt: "1", why: "" }];
}

interface World {
  readonly choose: Choose;
  /** Nothing breaks. */
  readonly calm: boolean;
}

/** In half of the worlds nothing breaks, so that runs come as far as their graph lets them; in half the model is able, so that work is shown. */
function aWorld(choose: Choose): World {
  const [calm, able] = [choose(2) === 0, choose(2) === 0];
  return { calm, choose: able ? (n) => (rarely(choose, 8) ? choose(n) : 0) : choose };
}

/** The table is keyed by the kind: the pair always fits. */
type Answer = (run: Run, choose: Choose, command: EngineCommand) => readonly EventDraft[];

function answer(command: EngineCommand, run: Run, { choose, calm }: World): readonly EventDraft[] {
  // What was announced is done or refused; a step that does it does not fail.
  const fate = command.kind === "settle" || calm ? 0 : choose(20);
  if (fate === 19) return [{ kind: "phase_error", step: STEP_OF[command.kind], message: "broken", retryable: choose(2) === 0 }];
  // Who reflects may always, and who publishes asks no model.
  if (fate === 18 && command.kind !== "reflect" && command.kind !== "publish") return [{ kind: "budget_refused", message: "too much" }];
  if (fate === 17 && choose(3) === 0) return [{ kind: "step_interrupted", step: STEP_OF[command.kind] }, journal.STOP];
  return command.kind === "evaluate" ? evaluation(run, choose) : (ANSWERS[command.kind] as Answer)(run, choose, command);
}

/** Where a run is played: `issue` is its number on GitHub, null off it; `revivals`: how often somebody may take it up again; `words`: how often somebody says something meanwhile. */
export interface Scene {
  readonly issue: number | null;
  readonly revivals: number;
  readonly words: number;
  /** What has happened before the world begins to choose. */
  readonly story?: readonly EventDraft[];
}

/** What is left of what people may do. */
interface Left {
  approvals: number;
  revivals: number;
  words: number;
}

const WORDS: readonly SteeringCommand[] = ["pause", "resume", "continue", "redirect", "unblock", "defaults"];

/** One of the words that steer and that the run takes now; nothing where it takes none. */
function wordOf(run: Run, choose: Choose): readonly EventDraft[] {
  const taken = WORDS.flatMap((word) => {
    const steered = steer(run, { word, by: "ana", text: word === "defaults" ? "" : "Otherwise." });
    return steered.kind === "said" ? [steered.draft] : [];
  });
  const word = taken.length === 0 ? undefined : taken[choose(taken.length)];
  return word === undefined ? [] : [word];
}

/** What somebody says while the run is at work. */
function meanwhile(run: Run, left: Left, choose: Choose): readonly EventDraft[] {
  if (left.words === 0 || !rarely(choose, 12)) return [];
  const word = wordOf(run, choose);
  if (word.length > 0) left.words -= 1;
  return word;
}

/** What a person says to a run that rests; nothing when nobody says anything any more. */
function person(run: Run, left: Left, choose: Choose): readonly EventDraft[] {
  if (run.stage === "awaiting_approval" && !rarely(choose, 4)) return approval(run, left, choose);
  if (run.stage === "paused" && rarely(choose, 4)) return [journal.STOP];
  const ci = run.stage === "completed" && choose(2) === 0 ? checked(run, choose) : [];
  if (ci.length > 0) return ci;
  const word = left.revivals > 0 && choose(3) > 0 ? wordOf(run, choose) : [];
  if (word.length > 0) left.revivals -= 1;
  return word;
}

/** The events of the story, with what follows from each. */
function opening(issue: number | null, story: readonly EventDraft[]): readonly Event[] {
  const [...events] = journal.timed([journal.startedAt(issue)]);
  let run = journal.begun(events);
  for (const draft of story) {
    const said = journal.timed([draft], run.rev);
    const follows = conclude(said.reduce(evolve, run), { at: run.updatedAt, key: null });
    events.push(...said, ...follows);
    run = [...said, ...follows].reduce(evolve, run);
  }
  return events;
}

/** Plays a run until it rests for good. Throws when it takes more commands than any lawful run could. */
export function simulate(choose: Choose, most: number, { issue, revivals, words, story = [] }: Scene): Trace {
  const events = [...opening(issue, story)];
  let run = journal.begun(events);
  const commands: EngineCommand["kind"][] = [];
  const take = (fresh: readonly Event[]): void => {
    events.push(...fresh);
    run = fresh.reduce(evolve, run);
  };
  const left: Left = { approvals: 4, revivals, words };
  const world = aWorld(choose);
  for (;;) {
    take(conclude(run, { at: run.updatedAt + 1, key: null }));
    const command = next(run);
    if (command.kind === "stop") {
      const said = person(run, left, choose);
      if (said.length === 0) return { events, run, commands };
      take(journal.timed(said, run.rev));
      continue;
    }
    const word = meanwhile(run, left, choose);
    if (word.length > 0) {
      take(journal.timed(word, run.rev));
      continue;
    }
    commands.push(command.kind);
    if (commands.length > most) throw new Error(`no end after ${most} commands: ${commands.slice(-20).join(" ")}`);
    take(journal.timed(answer(command, run, world), run.rev));
  }
}

/** What must never happen, whatever the world does: about a command that begins, an event that is written, a state that is reached. */
import { type EngineCommand, STEP_OF } from "#core/decide/engine-command.ts";
import type { Event, EventOf } from "#core/events/event.ts";
import { canShowWork } from "#core/iteration/red-on-base.ts";
import { WORKFLOWS } from "#core/plan/workflow.ts";
import { needsKeeping } from "#core/run/best-result.ts";
import type { Run } from "#core/run/run.ts";
import { awaitsRehearsalJob, lastIterationOf, limitsOf, planOf } from "#core/run/run-facts.ts";
import { isLawful } from "#core/run/stage.ts";
import { isGraphFinished } from "#core/tasks/convergence.ts";
import { type AtomState, atomIn, atomStatusOf, depthOf, isResolved } from "#core/tasks/graph.ts";
import type { State } from "./state.ts";
import { asksModel } from "./world.ts";

/** People's words and the reflection may come last; everything else is work. */
function isWork(command: EngineCommand): boolean {
  if (command.kind === "settle") return command.effect === "dispatch";
  return !["reflect", "reply", "draft"].includes(command.kind);
}

type OfCommand = (run: Run, command: EngineCommand) => boolean;

/** Broken when true of a command that begins. */
const OF_COMMANDS: Readonly<Record<string, OfCommand>> = {
  "works on though somebody said stop": (run, command) => run.stopRequest !== null && run.published === null && isWork(command),
  "works on after an audit that objected": ({ audits }, command) => audits.last?.verdict === "BLOCK" && isWork(command),
  "works on over a journal that cannot be read": (run) => run.unreadable !== null,
  "tries a step for the third time": ({ errorState }, command) =>
    errorState !== null &&
    errorState.step !== "REFLECT" &&
    errorState.step === STEP_OF[command.kind] &&
    (errorState.count >= 2 || !errorState.retryable),
  // A verdict that was stopped before it was published does not count: the same work is verified again when it is resumed.
  "asks QA more often than its rounds": (run, { kind }) =>
    kind === "verify" && run.qa !== null && run.qa.rejected !== null && run.qa.rounds >= limitsOf(run).qaRounds,
  "shows again what was sent back": (run, { kind }) =>
    (kind === "verify" || kind === "publish") && run.sentBack === run.progress.head.commit,
  "shows as a draft what a person stopped, a step broke, or was shown before": ({ stage, ending, published, shown }, { kind }) =>
    kind === "draft" && (stage !== "stopped" || ending === "user_stop" || ending === "taken_over" || published !== null || shown !== null),
  "shows QA a head that it rejected": ({ qa, progress }, { kind }) => kind === "verify" && qa?.rejected === progress.head.commit,
  "goes to QA without an audit": ({ audits }, { kind }) => kind === "verify" && !audits.beforeQa,
  "leaves its best tree off the branch": (run, { kind }) => ["audit", "verify", "publish"].includes(kind) && needsKeeping(run),
  "asks a model that the budget refused": (run, { kind }) =>
    run.budgetRefused !== null && run.qa?.last?.verdict !== "VERIFIED" && asksModel(kind),
  "goes beyond the limit of iterations": (run) => run.progress.iteration > lastIterationOf(run),
  "goes on without progress": ({ progress }, { kind }) => kind === "critique" && progress.stagnation >= 2,
  "works on a base that is green already": (run, { kind }) => kind === "plan" && !canShowWork(planOf(run), run.baseScore?.results ?? []),
  "works on though somebody asked for a pause": ({ pausing, redirect }, command) =>
    pausing !== null && redirect === null && isWork(command),
  "works on over words that nobody weighed": ({ corrections }, command) =>
    corrections.some(({ kind }) => kind === null) && isLoop(command) && command.kind !== "redirect",
  "works on after a block without another audit": ({ audits }, command) => audits.owed && isInLoop(command) && command.kind !== "audit",
  "begins an iteration without the pause that was asked for": ({ stepwise, stepped, progress }, { kind }) =>
    stepwise && kind === "plan" && Math.max(stepped, progress.before) < progress.iteration - 1,
  "works on an atom before what it waits for": ofAtom(({ graph }, { atom }) => !atom.dependsOn.every((id) => isResolved(graph, id))),
  "works on an atom that is not needed": ofAtom(({ graph }, state) => !["pending", "in_progress"].includes(atomStatusOf(graph, state))),
  "tries an atom more often than it may": (run, command) =>
    command.kind === "produce" && (atomIn(run.graph, command.atom)?.attempts ?? 0) >= limitsOf(run).atomAttempts,
  "splits an atom deeper than it may": (run, command) =>
    command.kind === "decompose" && ofAtom(({ graph }, state) => depthOf(graph, state) >= limitsOf(run).depth)(run, command),
  "shows work of which atoms are left": ({ graph }, { kind }) => ["verify", "publish"].includes(kind) && !isGraphFinished(graph),
  "makes a change where an answer was asked for": ({ plan }, { kind }) =>
    plan !== null && WORKFLOWS[plan.workflow].answers && CHANGES.includes(kind),
  "works without an approval": (run, command) =>
    isLoop(command) && run.approval?.by !== "ana" && !(command.kind === "settle" && awaitsRehearsalJob(run)),
};

/** Commands that lead to a change. */
const CHANGES: readonly EngineCommand["kind"][] = ["plan", "produce", "refine", "keep", "publish"];

function isLoop(command: EngineCommand): boolean {
  return isWork(command) && !["hydrate", "rehearse", "review", "answer"].includes(command.kind);
}

/** Work in the loop itself, by whoever took the hand-over up. */
function isInLoop(command: EngineCommand): boolean {
  return isLoop(command) && !["settle", "consume", "redirect", "publish"].includes(command.kind);
}

/** Laws of atoms that are worked on. */
function ofAtom(broken: (run: Run, state: AtomState) => boolean): OfCommand {
  return (run, command) => {
    const state = command.kind === "produce" || command.kind === "decompose" ? atomIn(run.graph, command.atom) : null;
    return state !== null && broken(run, state);
  };
}

const ENDS: readonly Event["kind"][] = ["stopped", "failed", "run_blocked", "completed"];

type OfEvent = (state: State, event: Event) => boolean;

/** A publication that the run takes in; one that comes too late is a named no-op. */
function isTaken({ stage, gaveUp }: Run, event: Event): event is EventOf<"published"> {
  return event.kind === "published" && isLawful(stage, event) && gaveUp === null;
}

/** Broken when true of an event that is written onto a state. */
const OF_EVENTS: Readonly<Record<string, OfEvent>> = {
  "takes a hand-over up twice": ({ run }, { kind }) => kind === "consumed" && run.claimed,
  "keeps work without a valid approval": ({ run }, { kind }) => kind === "iteration_kept" && run.approval?.by !== "ana",
  "publishes without a valid approval": ({ run, vouched }, event) => isTaken(run, event) && (run.approval?.by !== "ana" || !vouched),
  "publishes what QA did not verify": ({ run }, event) =>
    isTaken(run, event) && (run.qa?.last?.verdict !== "VERIFIED" || run.qa.head !== event.head || run.progress.head.commit !== event.head),
  "ends without a reflection": ({ run }, { kind }) => ENDS.includes(kind) && run.reflection === null,
  "announces twice what is not settled": ({ run }, event) => event.kind === "announced" && run.effects[event.effect]?.settled === null,
  "scores another tree than the one that there is": ({ run }, event) =>
    event.kind === "evaluation_done" && isLawful(run.stage, event) && event.evaluation.tree !== (run.progress.tree ?? run.base.tree),
  "writes onto a journal that cannot be read": ({ run }) => run.unreadable !== null,
};

/** Broken when true of a state. */
const OF_STATES: Readonly<Record<string, (run: Run) => boolean>> = {
  "takes a commit for another tree's": ({ progress: { head }, base }) =>
    head.commit !== base.commit && head.commit.split(".")[0] !== head.tree,
  "asks about a plan that was not tried, or that was found broken": ({ stage, rehearses, rehearsal, plan }) =>
    stage === "awaiting_approval" &&
    rehearses !== null &&
    (plan?.rehearsal === undefined || (rehearsal !== null && (rehearsal.failed !== null || rehearsal.broken.length > 0))),
  "is completed and nothing is published": ({ stage, published, answer }) => stage === "completed" && published === null && answer === null,
};

/** The names of all laws, for the report. */
export const LAWS: readonly string[] = [...Object.keys(OF_COMMANDS), ...Object.keys(OF_EVENTS), ...Object.keys(OF_STATES)];

function broken<A extends readonly unknown[]>(laws: Readonly<Record<string, (...args: A) => boolean>>, ...args: A): readonly string[] {
  return Object.entries(laws)
    .filter(([, isBroken]) => isBroken(...args))
    .map(([law]) => law);
}

export function brokenByCommand(run: Run, command: EngineCommand): readonly string[] {
  return broken(OF_COMMANDS, run, command);
}

export function brokenByEvent(state: State, event: Event): readonly string[] {
  return broken(OF_EVENTS, state, event);
}

export function brokenByState(run: Run): readonly string[] {
  return broken(OF_STATES, run);
}

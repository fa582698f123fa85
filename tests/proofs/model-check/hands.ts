/** What workers do: they take a command from the run as they read it, and write what came of it over the run as it is by then. */
import type { EngineCommand } from "#core/decide/engine-command.ts";
import type { EventDraft, EventKind } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { append, type Checked, type Move } from "./append.ts";
import { brokenByCommand } from "./laws.ts";
import { effectOf, isCurrent, isHolding, type State, type Worker } from "./state.ts";
import type { System } from "./system.ts";
import { outcomesOf } from "./world.ts";

const LASTING: readonly EventKind[] = ["stop_requested", "audit_done", "published", "settled"];
/** What counts of a worker that does not hold the run any more. */
const RECEIPTS: readonly EventKind[] = ["settled"];

/** A worker reads the run and begins what is to be done; null when there is nothing. */
export function take(state: State, checked: Checked): readonly Move[] {
  if (state.workers.length >= checked.scene.workers) return [];
  const path = append(state, [], checked);
  const command = checked.system.next(path.to.run);
  if (command.kind === "stop") return path.written.length === 0 ? [] : [{ ...path, name: "what follows is written", engine: true }];
  const isElsewhere = command.kind === "consume" || (command.kind === "rehearse" && path.to.run.rehearses === "job");
  if (isElsewhere && !path.to.started) return [];
  const { progress } = path.to.run;
  const worker: Worker = {
    command,
    saw: { tree: progress.tree, best: progress.best?.evaluation.tree ?? null, head: progress.head.commit },
    told: toldOf(command, path.to.run),
    epoch: path.to.run.epoch,
  };
  const broken = [...path.broken, ...brokenByCommand(path.to.run, command)];
  const name = `begins ${command.kind}${command.kind === "settle" ? ` ${command.effect}` : ""}`;
  return [{ ...path, broken, name, engine: true, to: { ...path.to, workers: [...path.to.workers, worker] } }];
}

/** What the command is about beside what it says. */
function toldOf(command: EngineCommand, { effects, redirect, corrections }: Run): number | null {
  if (command.kind === "redirect") return redirect;
  if (command.kind === "measure") return corrections.length - 1;
  const effect = effectOf(command);
  return effect === null ? null : (effects[effect]?.at ?? null);
}

/** What a worker did is written, if it still counts (loop/engine/drive: afterConflict, branchMoved). */
export function finish(state: State, index: number, checked: Checked): readonly Move[] {
  const worker = state.workers[index];
  if (worker === undefined) return [];
  const { system, scene } = checked;
  const free = { ...state, workers: state.workers.filter((_, at) => at !== index) };
  const holds = isHolding(worker, state.run);
  const counts = holds && system.accepts(system.next(state.run), worker.command);
  const named = `${worker.command.kind}: `;
  return outcomesOf({ run: state.run, worker, scene, system }).map(({ name, drafts }) => {
    const vouched = drafts.flatMap((draft) => pressed(draft, free, checked));
    const left = counts
      ? vouched.map((draft) => onBranch(draft, state.run, system))
      : drafts.filter(({ kind }) => (holds ? LASTING : RECEIPTS).includes(kind));
    const known = {
      vouched: free.vouched || (counts && isVerified(vouched) && isVouched(free, checked)),
      // Overtaken or not: who was sent for comes, if that is still what is announced.
      started: free.started || (isSent(drafts) && isCurrent(worker, state.run)),
    };
    const path = append({ ...free, ...known }, left, checked);
    return { ...path, name: `${named}${name}${counts ? "" : " (overtaken)"}`, engine: !isTrouble(name) };
  });
}

const TROUBLES = ["fails", "fails for good", "interrupted", "refused by the budget"];

function isTrouble(name: string): boolean {
  return TROUBLES.includes(name);
}

function isSent(drafts: readonly EventDraft[]): boolean {
  return drafts.some((draft) => draft.kind === "settled" && draft.effect === "dispatch" && draft.receipt !== null);
}

function isVerified(drafts: readonly EventDraft[]): boolean {
  return drafts.some((draft) => draft.kind === "qa_done" && draft.qa.verdict === "VERIFIED");
}

function isVouched(state: State, { scene }: Checked): boolean {
  return !scene.github || state.may;
}

/** The press asks for the approver once more before it takes a verdict in. */
function pressed(draft: EventDraft, state: State, { scene, system }: Checked): readonly EventDraft[] {
  if (!scene.github || draft.kind !== "qa_done" || draft.qa.verdict !== "VERIFIED" || system.vouches(state.may ? "write" : "read"))
    return [draft];
  return [{ kind: "gave_up", reason: "unverified", message: "may not approve any more" }];
}

/** The branch is moved by compare-and-swap: a kept iteration over another head is none. */
function onBranch(draft: EventDraft, { progress }: Run, { compares }: System): EventDraft {
  if (draft.kind !== "iteration_kept" || !compares || draft.before === progress.head.commit) return draft;
  return { kind: "gave_up", reason: "taken_over", message: "somebody else moved the branch" };
}

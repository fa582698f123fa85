/** What comes from outside: people speak, permissions change, machines and journals break. */
import { approve } from "#core/approval.ts";
import { endingOf } from "#core/ending.ts";
import type { Draft } from "#core/event.ts";
import { pullOf } from "#core/pull-now.ts";
import { isOver, isResting } from "#core/stage.ts";
import * as journal from "../builders/journal.ts";
import { append, begun, type Checked, type Move, said } from "./append.ts";
import type { State } from "./state.ts";
import { words } from "./words.ts";

/** Whoever may approves; a stranger tries to. Without people somebody with the permission still approves. */
function approvals(state: State, checked: Checked): readonly Move[] {
  const { run, may } = state;
  if (run.stage !== "awaiting_approval" || run.request === null) return [];
  const given = (by: string, stepwise: boolean): Draft =>
    approve(run, {
      by,
      stepwise,
      at: run.updatedAt + 1,
      digest: null,
      said: (run.request?.at ?? 0) + 60_000,
      comment: null,
      account: null,
      issue: run.issue,
    });
  const { scene, system } = checked;
  const ana = may ? [said("ana approves", state, given("ana", false), checked)] : [];
  const step = may && scene.steering ? [said("ana approves, step by step", state, given("ana", true), checked)] : [];
  const rex = scene.people && system.mayApprove("read") ? [said("a stranger approves", state, given("rex", false), checked)] : [];
  return [...ana, ...step, ...rex];
}

export function people(state: State, checked: Checked): readonly Move[] {
  const steered = [...approvals(state, checked), ...words(state, checked)];
  return checked.scene.people ? [...steered, ...stops(state, checked), ...permissions(state, checked)] : steered;
}

/** A run that somebody stopped is ended by the desk where no worker does. */
function stops(state: State, checked: Checked): readonly Move[] {
  const { run } = state;
  if (isOver(run.stage)) return [];
  if (run.stopRequest === null) return [said("somebody stops", state, journal.STOP, checked)];
  return endingOf(run) === null ? [] : [{ ...append(state, [], checked), name: "the desk ends it", engine: false }];
}

function permissions(state: State, { scene }: Checked): readonly Move[] {
  if (!scene.github || state.run.approval === null) return [];
  const name = state.may ? "ana loses the permission" : "ana has the permission again";
  return [{ ...begun({ ...state, may: !state.may }), name, engine: false }];
}

/** The desk hears that a workflow run is over; a machine has no sandbox; a journal is damaged. */
export function accidents(state: State, checked: Checked): readonly Move[] {
  const { run, workers } = state;
  const gone = (reason: "worker_lost" | "sandbox_unavailable" | "taken_over"): Move =>
    said(reason, state, { kind: "gave_up", reason, message: reason }, checked);
  const theirs = checked.scene.reviews && pullOf(run) !== null && !isOver(run.stage) ? [gone("taken_over")] : [];
  if (!checked.scene.trouble || isResting(run.stage)) return theirs;
  const damaged: Move = {
    name: "the journal is damaged",
    engine: false,
    to: { ...state, workers: [], run: { ...run, unreadable: "line 3" } },
    broken: [],
    written: [],
  };
  const lost = checked.scene.github && run.consumed && workers.length === 0 && endingOf(run) === null ? [gone("worker_lost")] : [];
  const walls = run.stage === "running" && run.setup === null ? [gone("sandbox_unavailable")] : [];
  return [...lost, ...theirs, ...walls, damaged];
}

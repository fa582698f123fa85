/** What comes from outside: people speak, permissions change, machines and journals break. */
import { approve } from "#core/approval/approval.ts";
import { LEASE_MS, workerLossOf } from "#core/approval/lease.ts";
import { endingOf } from "#core/decide/ending.ts";
import { receiptOf } from "#core/events/data/effect.ts";
import type { EventDraft } from "#core/events/event.ts";
import { isNewerThanPlan } from "#core/planning/newer-comment.ts";
import { pullRequestOf } from "#core/run/pull-request-state.ts";
import { isOver, isResting } from "#core/run/resting-stages.ts";
import { awaitsRehearsalJob } from "#core/run/run-facts.ts";
import * as journal from "../../builders/journal.ts";
import { append, begun, type Checked, type Move, said } from "./append.ts";
import type { State } from "./state.ts";
import { checks, words } from "./words.ts";

/** Whoever may approves; a stranger tries to. Without people somebody with the permission still approves. */
function approvals(state: State, checked: Checked): readonly Move[] {
  const { run, may } = state;
  if (run.stage !== "awaiting_approval" || run.request === null) return [];
  const given = (by: string, stepwise: boolean): EventDraft =>
    approve(run, {
      by,
      stepwise,
      at: run.updatedAt + 1,
      digest: null,
      writtenAt: (run.request?.at ?? 0) + 60_000,
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

/** Somebody comments while a plan waits: it counts once, and decides nothing. */
function remarks(state: State, checked: Checked): readonly Move[] {
  const { run } = state;
  if (!checked.scene.steering || !isNewerThanPlan(run, { id: 1, at: run.updatedAt })) return [];
  const moved: EventDraft = { kind: "discussion_moved", comment: 1, by: "ana", written: "2026-01-01T00:00:00Z", url: "https://github.com" };
  return [said("ana comments", state, moved, checked)];
}

export function people(state: State, checked: Checked): readonly Move[] {
  const steered = [...approvals(state, checked), ...remarks(state, checked), ...words(state, checked), ...checks(state, checked)];
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

/** How often a machine is lost in a row: the limit itself is for tests/core/approval/lease.test.ts. */
const LOST = 1;

/** A machine that works says so; one that said nothing for too long, or whose workflow run is over, is replaced by another one, or the run ends. */
function leases(state: State, checked: Checked): readonly Move[] {
  const { run, workers } = state;
  const { worker, claimed, stage, replaced } = run;
  if (!checked.scene.github || !claimed || worker === null) return [];
  const lost = (how: string): Move => said(`the machine ${how}`, state, workerLossOf(run, { worker, how }), checked);
  const renewed: EventDraft = { kind: "lease_renewed", until: run.updatedAt + LEASE_MS };
  const alive = stage === "running" && workers.length > 0 ? [said("the machine says that it is there", state, renewed, checked)] : [];
  if (endingOf(run) !== null) return alive;
  const over = replaced < LOST ? [lost("said nothing")] : [];
  return workers.length === 0 ? [lost("was cancelled"), ...over] : stage === "running" ? [...alive, ...over] : [];
}

/** The job that tries a plan is lost before it has tried it. */
function trials({ workers, ...state }: State, checked: Checked): readonly Move[] {
  const worker = receiptOf(state.run, "dispatch");
  if (workers.length > 0 || worker === null || !awaitsRehearsalJob(state.run)) return [];
  const ways = state.run.replaced < LOST ? ["was cancelled", "failed"] : ["was cancelled"];
  return ways.map((how) => said(`the trial ${how}`, { ...state, workers }, workerLossOf(state.run, { worker, how }), checked));
}

/** A machine has no sandbox; a journal is damaged. */
export function accidents(state: State, checked: Checked): readonly Move[] {
  const { run } = state;
  const gone = (reason: "sandbox_unavailable" | "taken_over"): Move =>
    said(reason, state, { kind: "gave_up", reason, message: reason }, checked);
  const theirs = checked.scene.reviews && pullRequestOf(run) !== null && !isOver(run.stage) ? [gone("taken_over")] : [];
  if (!checked.scene.trouble || isResting(run.stage)) return theirs;
  const damaged: Move = {
    name: "the journal is damaged",
    engine: false,
    to: { ...state, workers: [], run: { ...run, unreadable: "line 3" } },
    broken: [],
    written: [],
  };
  const walls = run.stage === "running" && run.setup === null ? [gone("sandbox_unavailable")] : [];
  return [...leases(state, checked), ...trials(state, checked), ...theirs, ...walls, damaged];
}

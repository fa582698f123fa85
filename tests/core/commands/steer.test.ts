/** What each word does in each stage: the table of core/commands/steer, and what becomes of a run that takes it. */
import { expect, it } from "vitest";
import { steer } from "#core/commands/steer.ts";
import type { SteeringCommand } from "#core/commands/steering.ts";
import type { Stage } from "#core/events/data/reason.ts";
import { Stage as Stages } from "#core/events/data/reason.ts";
import type { Run } from "#core/run/run.ts";
import * as j from "../../builders/journal.ts";

const RUN = j.settledRun(...j.BEGUN);
const BLOCKED: Run = {
  ...RUN,
  ending: "audit_block",
  audits: { ...RUN.audits, last: { verdict: "BLOCK", drift: "none", issue: "cut a test", principle: "P", correction: "put it back" } },
};

/** A machine works on it, and has not seen yet that it is to end. */
const ENDING: Run = { ...RUN, claimed: true, worker: "9001", stopRequest: { by: "ana", note: "" } };

/** A run in that stage, as far as a word looks at it. */
function inStage(stage: Stage): Run {
  const published = stage === "completed" ? { number: 7, url: null, branch: "loop/split", head: j.sha("c") } : null;
  return { ...(stage === "blocked" ? BLOCKED : RUN), stage, published, questions: [{ question: "Which?", default: "This." }] };
}

const said = (run: Run, word: SteeringCommand): string => {
  const steered = steer(run, { word, by: "ana", text: word === "defaults" ? "" : "because" });
  return steered.kind === "said" ? steered.draft.kind : steered.kind;
};

const R = "refused";
const G = "granted";
const ROWS: Readonly<Record<SteeringCommand, Partial<Record<Stage, string>>>> = {
  pause: { running: "pause_requested", verifying: "pause_requested", paused: G },
  resume: { paused: "resumed", stopped: "resumed", failed: "resumed", hydrating: G, reviewing: G, running: G, verifying: G, publishing: G },
  continue: { paused: "resumed", hydrating: G, reviewing: G, running: G, verifying: G, publishing: G },
  redirect: Object.fromEntries(
    ["awaiting_approval", "running", "verifying", "needs_info", "halted", "paused", "stopped", "completed"].map((stage) => [
      stage,
      "redirect_requested",
    ]),
  ),
  unblock: { blocked: "run_unblocked" },
  defaults: { needs_info: "defaults_taken" },
};
const CASES = Object.entries(ROWS).flatMap(([word, row]) =>
  Stages.options.map((stage) => ({ word: word as SteeringCommand, stage, comes: row[stage] ?? R })),
);

it.each(CASES)("/$word to a run that is $stage: $comes [S4.30, C2.14, C2.18, C4.11]", ({ word, stage, comes }) => {
  expect(said(inStage(stage), word)).toBe(comes);
});

it.each(["pause", "resume", "continue", "redirect", "defaults"] as const)(
  "refuses /%s while the run is blocked, says why and how the block is cleared [S0.07, S0.44, C0.03, M0.05, U.13]",
  (word) => {
    const local = steer(BLOCKED.stage === "blocked" ? BLOCKED : { ...BLOCKED, stage: "blocked" }, { word, by: "ana", text: "x" });
    expect(local).toMatchObject({ kind: "refused", quotes: ["cut a test", "put it back"] });
    expect(local).toHaveProperty("why", expect.stringContaining("`loopwright unblock <reason> --run split`"));
    const github = steer({ ...BLOCKED, stage: "blocked", issue: { ...RUN.issue, number: 7 } }, { word, by: "ana", text: "x" });
    expect(github).toHaveProperty("why", expect.stringContaining("`/loop unblock <reason>`"));
  },
);

it("clears no block that is not an audit's, and none twice [C0.03, C0.04]", () => {
  const unreadable: Run = { ...inStage("blocked"), ending: "state_unreadable", audits: RUN.audits };
  expect(steer(unreadable, { word: "unblock", by: "ana", text: "x" })).toMatchObject({ kind: "refused", quotes: [] });
  const again: Run = { ...RUN, audits: { ...RUN.audits, cleared: { by: "ana", reason: "x", objection: "" } } };
  expect(steer(again, { word: "unblock", by: "ana", text: "x" }).kind).toBe("granted");
  expect(steer(again, { word: "unblock", by: "ana", text: "y" }).kind).toBe("refused");
});

it.each<{ when: string; run: Run; word: SteeringCommand; why: string }>([
  { when: "its history breaks off", run: { ...RUN, unreadable: "line 3" }, word: "redirect", why: "cannot be read: line 3" },
  { when: "it never was approved", run: { ...inStage("stopped"), approval: null }, word: "redirect", why: "before it was approved" },
  { when: "its machine still ends it", run: ENDING, word: "redirect", why: "say it again once it is stopped" },
  { when: "its machine still ends it", run: ENDING, word: "continue", why: "say it again once it is stopped" },
  { when: "it failed", run: inStage("failed"), word: "redirect", why: "resume split` first" },
  { when: "it failed twice", run: { ...inStage("failed"), revived: 1 }, word: "redirect", why: "failed again" },
  { when: "it is published", run: { ...inStage("completed"), stage: "publishing" }, word: "redirect", why: "being published" },
  { when: "it is completed", run: inStage("completed"), word: "resume", why: "redirect <text> --run split` says what else" },
  { when: "it was stopped", run: inStage("stopped"), word: "continue", why: "not paused but stopped: `loopwright resume" },
  { when: "it failed for good", run: { ...inStage("failed"), revived: 1 }, word: "continue", why: "failed again" },
])("refuses /$word when $when", ({ run, word, why }) => {
  expect(steer(run, { word, by: "ana", text: "x" })).toMatchObject({ kind: "refused", why: expect.stringContaining(why) });
});

it("takes no defaults where one is missing, and names the question [S1.08, X.05]", () => {
  const run = j.settledRun(j.asked("a", null));
  expect(steer(run, { word: "defaults", by: "ana", text: "" })).toMatchObject({ kind: "refused", quotes: ["Question 2?"] });
  expect(steer(j.settledRun(j.asked("a")), { word: "defaults", by: "ana", text: "3fa9c1d2e4b5" })).toMatchObject({ kind: "refused" });
});

it("grants a pause that was asked for before", () => {
  expect(steer({ ...RUN, pausing: { by: "ana" } }, { word: "pause", by: "eve", text: "" })).toEqual({ kind: "granted" });
});

const STAGES: Partial<Record<SteeringCommand, Stage>> = { pause: "running", unblock: "blocked" };
const AT = (at: number) => ({ at, comment: at });

it.each<{ word: SteeringCommand; onwards: number | null; against: number | null; at: number; comes: string }>([
  { word: "pause", onwards: 5, against: null, at: 4, comes: "granted" },
  { word: "pause", onwards: 5, against: 7, at: 6, comes: "pause_requested" },
  { word: "resume", onwards: 5, against: null, at: 5, comes: "granted" },
  { word: "resume", onwards: 5, against: 7, at: 6, comes: "granted" },
  { word: "resume", onwards: 5, against: 7, at: 8, comes: "resumed" },
  { word: "redirect", onwards: 5, against: 7, at: 4, comes: "redirect_requested" },
  { word: "unblock", onwards: 5, against: null, at: 5, comes: "granted" },
  { word: "unblock", onwards: 5, against: 7, at: 8, comes: "run_unblocked" },
])("takes a /$word of $at where a run goes on by a word of $onwards and was held up by one of $against: $comes", (row) => {
  const { word, onwards, against, at, comes } = row;
  const words = { onwards: onwards === null ? null : AT(onwards), against: against === null ? null : AT(against) };
  const run: Run = { ...inStage(STAGES[word] ?? "stopped"), lastCommands: words };
  const steered = steer(run, { word, by: "ana", text: "because", commentTime: AT(at) });
  expect(steered.kind === "said" ? [steered.draft.kind, steered.draft] : [steered.kind, null]).toEqual([
    comes,
    comes === "granted" ? null : expect.objectContaining({ said: AT(at) }),
  ]);
});

/** What becomes of a run whose work was shown, and whose reviewers want more of it. */
import { expect, it } from "vitest";
import { obstacleToResume } from "#core/commands/resume.ts";
import { steer } from "#core/commands/steer.ts";
import { dueEffectOf } from "#core/decide/due-effects.ts";
import { next } from "#core/decide/next.ts";
import { endsOnPullRequest, filesChangedInRound, unrepliedCorrections } from "#core/decide/pending-replies.ts";
import { correctionText, type RedirectChange } from "#core/events/data/correction.ts";
import type { Event, EventDraft } from "#core/events/event.ts";
import { leftoversOf } from "#core/outcome/leftovers.ts";
import { lessonOf } from "#core/outcome/lesson.ts";
import { resultJsonOf } from "#core/outcome/result-json.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import { obstacleInBranch, obstacleInPullRequest, type PullRequestState, pullRequestOf } from "#core/run/pull-request-state.ts";
import type { Run } from "#core/run/run.ts";
import { lastIterationOf } from "#core/run/run-facts.ts";
import * as j from "../../builders/journal.ts";

const [T1, T2, C1, C2] = [j.sha("1"), j.sha("2"), j.sha("c"), j.sha("d")];
const RED = ["a.correctness.logic"];
const { SHOWN } = j;
const ON_PULL = { pull: 7, review: 31, threads: [{ comment: 41, path: "src/split.js", line: 3, text: "Keep the name." }] };
const REVIEW: EventDraft = { kind: "redirect_requested", by: "ana", text: "Almost.", onPull: ON_PULL };
const sentBack = (change: RedirectChange): readonly EventDraft[] => [...SHOWN, REVIEW, j.redirected(change), j.CONSUMED];
const again = (tree: string): readonly EventDraft[] => [j.PLANNED, j.worked(tree, null), j.PREPARED];
const GOING = [...sentBack("constraint_change"), j.measured(0)];
const at = (run: Run): readonly unknown[] => [run.stage, run.ending, next(run).kind];

it("goes on with the branch under the same approval, where the goal stays [S2.08, S2.09, M2.01, M2.02]", () => {
  const shown = j.settledRun(...SHOWN);
  const weighed = j.settledRun(...SHOWN, REVIEW);
  expect([at(weighed), weighed.approval, weighed.claimed]).toEqual([["running", null, "redirect"], shown.approval, false]);
  expect([weighed.published, pullRequestOf(weighed), resultJsonOf(weighed).pr, leftoversOf(weighed).branch]).toEqual([null, 7, 7, null]);
  const run = j.settledRun(...GOING);
  expect(run.progress).toMatchObject({ iteration: 2, before: 1, level: "B", step: "PLAN", head: { commit: C1 }, tree: T1 });
  expect([next(j.settledRun(...GOING.slice(0, -1))).kind, next(run).kind, run.qa, run.sentBack, lastIterationOf(run)]).toEqual([
    "measure",
    "plan",
    null,
    C1,
    1 + j.CONFIG.limits.iterations,
  ]);
  expect(next(j.settledRun(...GOING, j.PLANNED))).toEqual({ kind: "produce", atom: null });
});

it("makes another plan of a review that wants another goal, and asks for its approval [S2.09, M2.02]", () => {
  const run = j.settledRun(...SHOWN, REVIEW, j.redirected("objective_change"));
  expect([at(run), run.approval, run.progress.iteration, run.progress.head.commit]).toEqual([["hydrating", null, "hydrate"], null, 1, C1]);
  const asked = j.settledRun(...SHOWN, REVIEW, j.redirected("objective_change"), j.HYDRATED, j.PROCEED);
  expect([asked.stage, asked.published, pullRequestOf(asked)]).toEqual(["awaiting_approval", null, 7]);
});

it("verifies and publishes what was changed, though the work passed before, by whatever score [S2.08]", () => {
  const warned = j.evaluationOf(T2, "B", ["b.style.conventions"]);
  const lower: EventDraft = { kind: "evaluation_done", evaluation: { ...warned, passed: true } };
  expect(next(j.settledRun(...GOING, ...again(T2), lower)).kind).toBe("keep");
  expect(next(j.settledRun(...GOING, ...again(T2), { ...lower, evaluation: warned })).kind).toBe("critique");
  const done = [...GOING, ...again(T2), j.evaluated(T2, "B"), j.kept(C2), j.audited("OK"), j.qa("VERIFIED"), j.REFLECTED];
  expect(at(j.settledRun(...done))).toEqual(["publishing", null, "publish"]);
  const over = j.settledRun(...done, { ...j.PUBLISHED, head: C2 } as EventDraft);
  expect([at(over), over.published?.head, filesChangedInRound(over)]).toEqual([
    ["completed", "threshold_reached", "stop"],
    C2,
    ["src/split.js"],
  ]);
});

it("ends, and publishes nothing anew, where nothing was changed [S2.08]", () => {
  const run = j.settledRun(...GOING, ...again(T1), j.evaluated(T1, "B"));
  expect([at(run), run.published, pullRequestOf(run)]).toEqual([["stopped", "nothing_changed", "stop"], null, 7]);
  expect(obstacleToResume(run)).toContain("in other words");
  expect(j.settledRun(...GOING, ...again(T1), j.evaluated(T1, "B"), REVIEW).progress).toMatchObject({ before: 2, iteration: 3 });
});

it("works on within its limits where the change breaks a rule: what was shown stays on the branch [S2.08, S1.44]", () => {
  const broken = [...GOING, ...again(T2), j.evaluated(T2, "B", RED)];
  const run = j.settledRun(...broken);
  expect([at(run), run.progress.tree, run.progress.evaluation?.passed]).toEqual([["running", null, "critique"], T1, false]);
  let story = broken;
  for (let count = 1; count < j.CONFIG.limits.iterations; count++)
    story = [...story, j.CRITIQUED, j.refined(T2, T1), ...again(T2), j.evaluated(T2, "B", RED)];
  const over = j.settledRun(...story, j.REFLECTED);
  expect([at(over), over.progress.head.commit, over.progress.iteration]).toEqual([["stopped", "iteration_limit", "stop"], C1, 5]);
});

it("counts rounds of QA anew, and tokens not [S2.08]", () => {
  const passed = [...GOING, ...again(T2), j.evaluated(T2, "B"), j.kept(C2), j.audited("OK")];
  expect(j.settledRun(...passed, j.qa("ISSUES")).qa?.rounds).toBe(1);
  const spent = { ...REVIEW, spend: { calls: 1, input: 5_000_000, output: 0, cacheRead: 0, cacheWrite: 0, dollars: 0 } } as EventDraft;
  expect(at(j.settledRun(...SHOWN, spent, j.redirected("plan_change")))).toEqual(["stopped", "budget_exceeded", "stop"]);
});

it("stops where a person has taken the work over, with what they did in words", () => {
  const taken: EventDraft = { kind: "gave_up", reason: "taken_over", message: "pull request #7 was merged" };
  const run = j.settledRun(...GOING, ...again(T2), j.evaluated(T2, "B"), j.kept(C2), j.audited("OK"), j.qa("VERIFIED"), j.REFLECTED, taken);
  expect([at(run), run.gaveUp?.message]).toEqual([["stopped", "taken_over", "stop"], "pull request #7 was merged"]);
  const late = evolve(run, { ...j.PUBLISHED, head: C2, at: run.updatedAt + 1 } as Event);
  const during = j.settledRun(...GOING, ...again(T2), j.evaluated(T2, "B"), j.kept(C2), j.audited("OK"), j.qa("VERIFIED"), j.REFLECTED);
  const onItsWay = [taken, { ...j.PUBLISHED, head: C2 } as EventDraft].reduce(
    (now, draft) => evolve(now, { ...draft, at: 1 } as Event),
    during,
  );
  expect([late.published, onItsWay.published, pullRequestOf(onItsWay)]).toEqual([null, null, 7]);
  const rests = j.settledRun(...GOING, { kind: "pause_requested", by: "ana" });
  const left = j.settledRun(...GOING, { kind: "pause_requested", by: "ana" }, taken);
  expect([rests.stage, left.stage, left.ending]).toEqual(["paused", "stopped", "taken_over"]);
});

const NOW: PullRequestState = { open: true, merged: false, branch: "loop/split", head: C1, base: "main" };

it.each<{ when: string; now: Partial<PullRequestState>; why: string | null }>([
  { when: "is as it was left", now: {}, why: null },
  { when: "is merged", now: { open: false, merged: true }, why: "pull request #7 is merged" },
  { when: "is closed", now: { open: false }, why: "pull request #7 is closed" },
  { when: "goes elsewhere", now: { base: "next" }, why: "goes to next now" },
  { when: "was pushed to", now: { head: C2 }, why: "somebody else pushed to it" },
])("goes on with a pull request only as long as it is its own: it $when", ({ now, why }) => {
  const obstacle = obstacleInPullRequest(j.settledRun(...SHOWN), { ...NOW, ...now });
  expect(obstacle).toEqual(why === null ? null : expect.stringContaining(why));
});

it("goes on with a branch that shows the work alone only where nobody moved it", () => {
  const run = j.settledRun(...SHOWN);
  expect([obstacleInBranch(run, C1), obstacleInBranch(j.settledRun(...j.BEGUN), null)]).toEqual([null, null]);
  expect(obstacleInBranch(run, C2)).toContain(`loop/split is at ${C2}`);
  expect(obstacleInBranch(run, null)).toContain("loop/split is gone");
});

/** On GitHub: the journal of issue 7 with these drafts behind it, nothing concluded. */
const onGitHub = (...drafts: readonly EventDraft[]): Run => {
  const run = j.settledRun(...SHOWN);
  return j.timed(drafts, 100).reduce(evolve, { ...run, issue: { ...run.issue, number: 7 } });
};
const settled = (effect: "replies" | "result", receipt: string | null): EventDraft => ({ kind: "settled", effect, receipt, why: "" });
const TOLD: readonly EventDraft[] = (["plan", "status"] as const).flatMap((effect) => [
  { kind: "announced", effect },
  { kind: "settled", effect, receipt: "1", why: "" },
]);
const STOPPED: EventDraft = { kind: "stopped", reason: "user_stop", key: null };

it("owes the last word where it was asked for: on the pull request, or on the issue where that cannot be written to", () => {
  const ended = [...TOLD, REVIEW, STOPPED] as const;
  const run = onGitHub(...ended);
  expect([dueEffectOf(run, 0), endsOnPullRequest(run), unrepliedCorrections(run).map(({ onPull }) => onPull.review)]).toEqual([
    "replies",
    true,
    [31],
  ]);
  const announced = onGitHub(...ended, { kind: "announced", effect: "replies" });
  expect([dueEffectOf(announced, 0), next(announced).kind, endsOnPullRequest(announced)]).toEqual([null, "reply", true]);
  const answered = onGitHub(...ended, { kind: "announced", effect: "replies" }, settled("replies", "9"));
  expect([dueEffectOf(answered, 0), next(answered).kind, unrepliedCorrections(answered)]).toEqual([null, "stop", []]);
  const refused = onGitHub(...ended, { kind: "announced", effect: "replies" }, settled("replies", null));
  expect([dueEffectOf(refused, 0), unrepliedCorrections(refused).length]).toEqual(["result", 1]);
  expect(dueEffectOf(onGitHub(...TOLD, j.REDIRECT, STOPPED), 0)).toBe("result");
  const said = { kind: "announced", effect: "replies" } as const;
  expect(unrepliedCorrections(onGitHub(...ended, said, settled("replies", "9"), REVIEW)).length).toBe(1);
  // A review that came in while the last word was on its way is not in it.
  expect(unrepliedCorrections(onGitHub(...ended, said, REVIEW, settled("replies", "9"))).length).toBe(2);
});

it("keeps all words of a review, those on lines too, and remembers them as a maintainer's [S2.08, S2.20]", () => {
  const run = j.settledRun(...SHOWN, REVIEW);
  expect(run.corrections.map(correctionText)).toEqual(["Almost.\nsrc/split.js:3: Keep the name."]);
  expect(correctionText({ text: "x", onPull: { ...ON_PULL, threads: [{ comment: 1, path: "a", line: null, text: "b" }] } })).toBe(
    "x\na: b",
  );
  const learned = lessonOf({ ...run, corrections: [...run.corrections] }).learned.filter(({ kind }) => kind === "word");
  expect(learned).toMatchObject([{ text: "Almost.\nsrc/split.js:3: Keep the name.", tags: ["review"] }]);
});

it("takes words on a pull request as they are, with where they were said", () => {
  const run = j.settledRun(...SHOWN);
  expect(steer(run, { word: "redirect", by: "ana", text: "Almost.", onPull: ON_PULL })).toEqual({ kind: "said", draft: REVIEW });
});

it("answers the questions of an issue on its pull request as well as beside it", () => {
  const event = { ...REVIEW, at: 9 } as Event;
  expect(evolve(j.runOf(j.asked("a")), event).corrections).toMatchObject([{ kind: "answers", onPull: { pull: 7 } }]);
});

/** What the kept journals of single stories show beside their end: what their titles promise to a reader. */
import { expect, it } from "vitest";
import type { EventKind, EventOf } from "#core/events/event.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import { limitsOf } from "#core/run/run-facts.ts";
import { tokensOf } from "#core/values/usage.ts";
import { replyComment, threadReply } from "#text/comments/replies.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { planComment } from "#text/plan/plan-comment.ts";
import { keptEvents, keptRun } from "./kept-journals.ts";

async function eventsOf<K extends EventKind>(name: string, kind: K): Promise<readonly EventOf<K>[]> {
  return (await keptEvents(name)).filter((event): event is EventOf<K> => event.kind === kind);
}

it("shows in the status which way was given up for which [S2.28]", async () => {
  const run = await keptRun("or-backtracking");
  expect(run.graph.switches).toMatchObject([{ group: "reader", from: "A1", to: "A2" }]);
  const status = statusComment(run, { compare: null });
  expect(status).toContain(
    "- [ ] **A1** Read fields with a regular expression (failed, 1 failed attempt, given up for A2): The reader looks at one character",
  );
  expect(status).toContain("- [x] **A2** Read doubled quotation marks as one (done)");
});

it("shows in the second plan what a maintainer said in the first run [S3.42]", async () => {
  const run = await keptRun("memory");
  expect(run.plan?.memories).toMatchObject([{ text: "Say it in the README as well", from: { kind: "word" } }]);
  const [, section = ""] = planComment(run).split("<summary>From earlier runs</summary>");
  expect(section).toContain("Say it in the README as well (said by");
});

it("makes the plan from what the author and a triager said, and counts the stranger [M0.02]", async () => {
  const { plan } = await keptRun("comments-heard");
  expect(plan?.discussion).toMatchObject({
    comments: [
      { by: "otto", author: true, text: "A field that is nothing but a quotation mark should be read as well." },
      { by: "tess", text: "Leave the writer, src/format.js, as it is." },
    ],
    strangers: 1,
  });
  expect([plan?.rules.some(({ id }) => id === "a.correctness.alone"), plan?.scope.out]).toEqual([true, ["src/format.js"]]);
  const shown = planComment(await keptRun("comments-heard"));
  expect(shown).toContain("Made from the issue and 2 comments on it (by otto, tess;");
  expect(shown).toContain("Left out: 1 comment of people who may not triage issues here.");
});

it("says in a plan that waits that it is older than a comment, and makes the next one from it [M0.02]", async () => {
  const events = await keptEvents("plan-older");
  const before = replay(events.slice(0, events.findIndex(({ kind }) => kind === "discussion_moved") + 1));
  if (before === null) throw new Error("bug: there is a run");
  expect(before.plan?.discussion).toBe(undefined);
  expect(planComment(before)).toMatch(/Older than \[a comment]\(http:\S+\/rowbook\/rowbook\/issues\/1#issuecomment-\d+\) by otto\*\*/);
  const { plan, newerComment } = await keptRun("plan-older");
  expect([plan?.discussion?.comments.map(({ id }) => id), newerComment]).toEqual([[before.newerComment?.comment], null]);
  expect(plan?.rules.some(({ id }) => id === "a.correctness.alone")).toBe(true);
});

it("goes on after a pause on another machine, with another hand-over", async () => {
  const taken = await eventsOf("pause-resume", "consumed");
  expect(taken).toHaveLength(2);
  expect(new Set(taken.map(({ worker }) => worker)).size).toBe(2);
  expect(new Set(taken.map(({ handover }) => handover)).size).toBe(2);
});

it("keeps nothing of what was at hand when the work was redirected [S2.08]", async () => {
  const run = await keptRun("redirect");
  expect(run.corrections).toMatchObject([{ text: "Say it in the README as well", kind: "plan_change" }]);
  expect(run.progress.rows[0]?.changed).toEqual(["README.md", "src/parse.js"]);
});

it("asks for another approval where a redirect changes the goal [S2.09]", async () => {
  const [first, second] = await eventsOf("new-goal", "approved");
  expect(first?.digest).not.toBe(second?.digest);
  expect((await keptRun("new-goal")).plan?.workflow).toBe("minor-edit");
});

it("takes nothing from outside the scope of a small edit, and formats the rest", async () => {
  const [made] = await eventsOf("minor-edit", "artifact_created");
  expect([made?.changed, made?.refused.map(({ path }) => path)]).toEqual([["README.md"], ["LICENSE"]]);
  expect(await eventsOf("minor-edit", "work_formatted")).toHaveLength(1);
});

it("leaves a claim out whose quotation is not there", async () => {
  const [told] = await eventsOf("question", "answered");
  expect([told?.claims.map(({ claim }) => claim), told?.dropped]).toEqual([["A comma."], []]);
  expect(await eventsOf("question", "approved")).toEqual([]);
});

it("publishes nothing that QA found issues in twice, or that nobody verified", async () => {
  expect((await eventsOf("qa-twice", "qa_done")).map(({ qa }) => qa.verdict)).toEqual(["ISSUES", "ISSUES"]);
  for (const name of ["qa-twice", "unverified", "verifier-lost"]) expect(await eventsOf(name, "published"), name).toEqual([]);
});

it("spends less than the cap that stops it", async () => {
  const run = await keptRun("budget");
  expect(tokensOf(run.spend)).toBeLessThan(limitsOf({ ...run, plan: null }).tokens ?? 0);
});

it("says why another digest approves nothing, and writes nothing down for a stranger", async () => {
  const rejected = await eventsOf("refused", "approval_rejected");
  expect(rejected.map(({ by, reasons }) => [by, reasons.length])).toEqual([["wim", 1]]);
  expect(rejected[0]?.reasons[0]).toContain("the plan has another digest");
});

it("pauses after an iteration that is approved step by step, and again only after the next one", async () => {
  expect((await eventsOf("stepwise", "paused")).map(({ reason }) => reason)).toEqual(["step_pause"]);
});

/** The last word on the pull request: to the first comment on a line, or for the whole. */
async function lastWord(name: string): Promise<string> {
  const run = await keptRun(name);
  const [thread] = run.corrections.flatMap(({ onPull }) => onPull?.threads ?? []);
  return thread === undefined ? (replyComment(run, { compare: null }).split("\n\n")[1] ?? "") : threadReply(run, thread);
}

it("keeps the approval through a review that leaves the goal, and moves the same pull request [S2.08, M2.02]", async () => {
  expect(await eventsOf("review", "approved")).toHaveLength(1);
  const [first, second] = await eventsOf("review", "published");
  expect([second?.number, second?.head === first?.head]).toEqual([first?.number, false]);
  expect(await lastWord("review")).toMatch(/^Done in [0-9a-f]{8}, which changes <code>src.parse.js<.code>/);
});

it("asks for another approval after a review that changes the goal, and names the pull request after it [S2.09, M2.02]", async () => {
  const [first, second] = await eventsOf("review-new-plan", "approved");
  expect(first?.digest).not.toBe(second?.digest);
  const [before, after] = await eventsOf("review-new-plan", "published");
  expect([after?.number, before?.title === after?.title]).toEqual([before?.number, false]);
  expect(planComment(await keptRun("review-new-plan"))).toContain("It goes on from pull request #2");
});

it("publishes nothing after a person pushed, or where nothing was changed, and says which [S2.08, LIFE-11]", async () => {
  for (const name of ["review-taken-over", "review-unchanged"]) expect(await eventsOf(name, "published")).toHaveLength(1);
  expect(await lastWord("review-taken-over")).toBe(
    "Not done, because wim pushed to the branch of the pull request, so it is theirs now. Nothing was added to the branch.",
  );
  expect(await lastWord("review-unchanged")).toContain(
    "Nothing was changed: the branch is as QA verified it. The worker says of its work:",
  );
});

it("believes no claim: a worker that did nothing leaves no commit and the score of the base", async () => {
  const { progress, base } = await keptRun("cheat-claim");
  expect(progress.rows).toMatchObject([{ score: 0, passed: false, changed: [] }]);
  expect(progress.head.commit).toBe(base.commit);
});

it("lets QA send the work back, and then verify it", async () => {
  expect((await eventsOf("qa-issues", "qa_done")).map(({ qa }) => qa.verdict)).toEqual(["ISSUES", "VERIFIED"]);
  expect((await eventsOf("qa-issues", "iteration_advanced")).map(({ cause }) => cause)).toEqual(["qa"]);
});

it("stops in the middle of a turn, long before the model would have answered", async () => {
  expect((await keptRun("stopped")).stopRequest).toMatchObject({ note: "Not today" });
  expect(await eventsOf("stopped", "artifact_created")).toEqual([]);
});

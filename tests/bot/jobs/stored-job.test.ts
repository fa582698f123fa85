/** A job holds the task that was understood; one that a bot of an earlier version stored is understood when its turn comes. */
import { expect, it } from "vitest";
import { jobsOf, requestOf, taskIn } from "../../../bot/jobs/job.ts";
import { pollJobOf } from "../../../bot/jobs/poll-job.ts";
import { readJob } from "../../../bot/jobs/read-job.ts";

const ADA = { id: 7, login: "ada", type: "User" };
const TIME = "2026-11-20T11:00:00Z";
const REPOSITORY = { id: 1, name: "widget", node_id: "R_1", default_branch: "main", owner: { login: "acme" } };
const HOME = { repository: REPOSITORY, installation: { id: 5 } };
const ISSUE = { number: 3, title: "Sum", body: "", user: ADA, state: "open", updated_at: TIME };
const commented = (body: string): object => ({
  ...HOME,
  issue: ISSUE,
  comment: { id: 55, body, user: ADA, created_at: TIME, updated_at: TIME },
});
const EVENT = "issue_comment.created";

it("stores the task, in its turn and ahead of it, and reads it again", () => {
  const jobs = jobsOf(EVENT, "d1", commented("/loop stop now"));
  expect(jobs.map(({ delivery, ahead = false }) => [delivery, ahead])).toEqual([
    ["d1/ahead", true],
    ["d1", false],
  ]);
  for (const job of jobs) {
    const read = readJob(JSON.stringify(job));
    expect(taskIn(read)).toEqual(job.payload);
    expect(taskIn(read)?.work).toMatchObject({ event: { happening: { slash: { command: { kind: "stop", note: "now" } } } } });
  }
  expect(jobsOf(EVENT, "d2", commented("I agree"))).toEqual([]);
  // Nor is it asked where that was said.
  expect(jobsOf(EVENT, "d2", { ...commented("I agree"), installation: null })).toEqual([]);
});

it("queues a comment without a command where a plan waits, behind all that is vital, and a bot's never", () => {
  const issue = { ...ISSUE, labels: [{ name: "loop:awaiting-approval" }] };
  const [job, ...more] = jobsOf(EVENT, "d3", { ...commented("I agree"), issue });
  expect([job, more]).toMatchObject([{ delivery: "d3", vital: false, from: "7" }, []]);
  expect(taskIn(readJob(JSON.stringify(job)))?.work).toMatchObject({ event: { happening: { kind: "remark_created" }, comment: 55 } });
  const bot = { id: 55, body: "Coverage is 80 %.", user: { ...ADA, type: "Bot" }, created_at: TIME, updated_at: TIME };
  expect(jobsOf(EVENT, "d4", { ...HOME, issue, comment: bot })).toEqual([]);
});

it("understands the webhook that an earlier version stored", () => {
  const [now] = jobsOf(EVENT, "d1", commented("/approve"));
  const before = { key: "acme/widget#3", delivery: "d1", vital: true, from: "7", event: EVENT, payload: commented("/approve") };
  expect(taskIn(before)).toEqual(now?.payload);
});

it("understands the poll that an earlier version stored", () => {
  const now = pollJobOf(3, "9", HOME);
  const before = { ...now, payload: { ...HOME, look: { issue: 3 } } };
  expect(taskIn(before)).toEqual(now.payload);
  expect(requestOf({ work: { kind: "poll" } })).toMatchObject({ vital: false, expected: true });
});

it.each([
  { what: "no task at all", payload: {} },
  { what: "a task of another shape", payload: { ...HOME, issue: 3, work: { kind: "shell" } } },
  { what: "a task without a place", payload: { issue: 3, work: { kind: "poll" } } },
])("refuses $what", ({ payload }) => {
  const job = { key: "acme/widget#3", delivery: "d1", vital: false, event: EVENT, payload };
  expect(() => taskIn(job)).toThrow();
});

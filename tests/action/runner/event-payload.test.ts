/** What the event of a workflow run tells the desk; pure. */

import { expect, it } from "vitest";
import { commentCreated } from "#core/commands/trigger-event.ts";
import { eventPayloadOf } from "../../../action/runner/event-payload.ts";
import { readInputs } from "../../../action/runner/inputs.ts";

const machine = (name: string) => ({ event: { name, path: "/temp/event.json" }, workflowRun: "901" });
const WIM = { id: 7, login: "wim", type: "User" };
const ISSUE = { number: 3, title: "Sum is wrong", body: null, user: WIM, state: "open", updated_at: "2026-11-20T10:00:00Z" };
const AT = "2026-11-20T11:00:00Z";
const COMMENT = { id: 55, body: "/approve", user: WIM, created_at: AT, updated_at: AT };
const SEAL = "ab".repeat(32);

it("hears of an issue what the bot hears", () => {
  const commented = { action: "created", issue: ISSUE, comment: COMMENT, sender: WIM };
  expect(eventPayloadOf(commented, machine("issue_comment"), "")).toMatchObject({
    kind: "heard",
    issue: 3,
    event: { happening: commentCreated("/approve", false), by: WIM, comment: 55 },
  });
  const labeled = { action: "labeled", issue: ISSUE, label: { name: "loop" }, sender: WIM };
  expect(eventPayloadOf(labeled, machine("issues"), "")).toMatchObject({ event: { happening: { kind: "label_added", label: "loop" } } });
});

it.each([
  {
    what: "an action that nothing follows from",
    name: "issues",
    payload: { action: "opened", issue: ISSUE, sender: WIM },
    why: "issues.opened",
  },
  { what: "no action", name: "issues", payload: {}, why: "issues. is nothing" },
  {
    what: "a pull request",
    name: "issue_comment",
    payload: { action: "created", issue: { ...ISSUE, pull_request: {} }, comment: COMMENT, sender: WIM },
    why: "pull request",
  },
])("has nothing to do for $what", ({ name, payload, why }) => {
  expect(eventPayloadOf(payload, machine(name), "")).toMatchObject({ kind: "nothing", why: expect.stringContaining(why) });
});

it.each([
  { jobs: "run: failure, verify: skipped, publish: cancelled", conclusion: "run: failure, verify: skipped, publish: cancelled" },
  { jobs: "run: success, verify: skipped, publish: success", conclusion: "success" },
  { jobs: "run: cancelled, verify: skipped, publish: success", conclusion: "run: cancelled, verify: skipped, publish: success" },
  { jobs: "", conclusion: "no word of its jobs" },
])("tells the end of its own workflow run by its title ($conclusion)", ({ jobs, conclusion }) => {
  const inputs = { issue: "3", run_id: "sum-1", digest: SEAL };
  const ended = { id: "901", title: `Loopwright #3 sum-1 ${SEAL}`, conclusion };
  expect(eventPayloadOf({ inputs }, machine("workflow_dispatch"), jobs)).toEqual({ kind: "ended", issue: 3, ended });
});

it.each([
  { name: "push", payload: {}, says: 'was started by push: compare its "on:"' },
  { name: "workflow_dispatch", payload: { inputs: { issue: "x", run_id: "sum-1", digest: SEAL } }, says: "with issue, run_id and digest" },
  { name: "workflow_dispatch", payload: {}, says: "with issue, run_id and digest" },
])("declines $name with $payload, and says what to compare", ({ name, payload, says }) => {
  expect(() => eventPayloadOf(payload, machine(name), "")).toThrow(says);
});

it("takes the token, the keys and the jobs as inputs, and nothing of a run", () => {
  const given: Readonly<Record<string, string>> = {
    station: "control",
    "github-token": "t",
    "openai-api-key": "k",
    jobs: "run: success",
    freeze: "1",
  };
  const read = (name: string): string => given[name] ?? "";
  const access = { anthropic: null, openai: { apiKey: "k", baseUrl: undefined } };
  expect(readInputs(read, null)).toEqual({ station: "control", token: "t", access, jobs: "run: success", freeze: "1" });
  expect(() => readInputs((name) => (name === "station" ? "control" : ""), null)).toThrow(/github-token: the token is empty/);
});

import { expect, it } from "vitest";
import { type Intent, type IntentInput, intentOf } from "#core/commands/intent.ts";
import { commentCreated, isRemark, reviewSubmitted, type TriggerEvent } from "#core/commands/trigger-event.ts";

/** An ask by a person on an issue that waits; a test names only what it is about. */
function anAsk(happening: TriggerEvent, changes: Partial<IntentInput> = {}): IntentInput {
  return {
    event: happening,
    by: { id: 1, type: "User" },
    label: "loop",
    appLogin: "loopwright[bot]",
    bare: true,
    waiting: true,
    ours: [99],
    ...changes,
  };
}

function comment(body: string, edited = false): TriggerEvent {
  return commentCreated(body, edited);
}

function ignored(why: Extract<Intent, { kind: "ignored" }>["why"]): Intent {
  return { kind: "ignored", why };
}

it.each<[TriggerEvent, Partial<IntentInput>, Intent]>([
  [{ kind: "label_added", label: "loop" }, {}, { kind: "start" }],
  [{ kind: "label_added", label: "Loop" }, { waiting: false }, { kind: "start" }],
  [{ kind: "label_added", label: "loop:running" }, {}, ignored("another label")],
  [{ kind: "label_removed", label: "loop" }, {}, { kind: "withdraw", cause: "label_removed" }],
  [{ kind: "label_removed", label: "loop" }, { waiting: false }, ignored("no run")],
  [{ kind: "label_removed", label: "bug" }, {}, ignored("another label")],
  [{ kind: "assigned", login: "Loopwright[bot]" }, { waiting: false }, { kind: "start" }],
  [{ kind: "assigned", login: "copilot[bot]" }, {}, ignored("another assignee")],
  [{ kind: "assigned", login: "loopwright[bot]" }, { appLogin: null }, ignored("another assignee")],
  [{ kind: "issue_closed" }, {}, { kind: "withdraw", cause: "issue_closed" }],
  [{ kind: "issue_closed" }, { waiting: false }, ignored("no run")],
  [{ kind: "pull_merged" }, {}, { kind: "withdraw", cause: "pull_merged" }],
  [{ kind: "pull_closed" }, { waiting: false }, ignored("no run")],
  [{ kind: "pull_pushed" }, {}, { kind: "withdraw", cause: "pull_pushed" }],
  [{ kind: "remark_created" }, {}, { kind: "remark" }],
  [{ kind: "remark_created" }, { waiting: false }, ignored("not waiting")],
  [reviewSubmitted(" Almost.\n\nKeep the name. "), {}, { kind: "redirect", text: "Almost.\n\nKeep the name." }],
  [reviewSubmitted(""), {}, { kind: "redirect", text: "See the comments on the lines." }],
  [reviewSubmitted("/stop"), {}, { kind: "stop", note: "" }],
])("takes %j with %j for %j", (happening, changes, intent) => {
  expect(intentOf(anAsk(happening, changes))).toEqual(intent);
});

it.each<[string, Partial<IntentInput>, Intent]>([
  ["/approve", {}, { kind: "approve", digest: null, stepwise: false }],
  [
    "/approve 3fa9c1d2e4b53fa9c1d2e4b53fa9c1d2\n\nLooks good.",
    {},
    { kind: "approve", digest: "3fa9c1d2e4b53fa9c1d2e4b53fa9c1d2", stepwise: false },
  ],
  ["/approve", { bare: false }, ignored("bare commands are off")],
  ["/approve", { waiting: false }, ignored("not waiting")],
  ["\n/redirect Keep the name.\n\nAnd:\n- the test", {}, { kind: "redirect", text: "Keep the name.\n\nAnd:\n- the test" }],
  ["/loop approve", { bare: false, waiting: false }, { kind: "approve", digest: null, stepwise: false }],
  ["/loop", { bare: false, waiting: false }, { kind: "start" }],
  ["\n/Loop \n\nPlease.", { waiting: false }, { kind: "start" }],
  ["/loop help", { waiting: false }, { kind: "help" }],
  ["/loop please", { waiting: false }, { kind: "unknown", word: "please", nearest: "pause" }],
  ["/loop\n/stop", {}, { kind: "stop", note: expect.stringContaining("a stop comes before everything") }],
  ["I would /loop this.", { waiting: false }, ignored("not a command")],
  ["/loop aprove", { waiting: false }, { kind: "unknown", word: "aprove", nearest: "approve" }],
  ["/approve nonsense", { waiting: false }, ignored("not waiting")],
  // CMD-22
  ["/stop\n\nOn Mon, 6 Apr 2026 she wrote:\n> /approve 3fa9c1d2e4b53fa9c1d2e4b53fa9c1d2", {}, { kind: "stop", note: "" }],
  ["/status", { waiting: false }, ignored("not waiting")],
  // CMD-03, CMD-04, CMD-06, CMD-09
  ["LGTM\n\n/approve", {}, ignored("not a command")],
  ["> /approve", {}, ignored("not a command")],
  ["| /approve x |", {}, ignored("not a command")],
  ["```\n/approve\n```", {}, ignored("not a command")],
  ["<!-- /approve -->", {}, ignored("not a command")],
  ["/approve\n---", {}, ignored("not a command")],
  ["", {}, ignored("not a command")],
])("hears the comment %j with %j [CMD-03, CMD-10, CMD-12]", (body, changes, intent) => {
  expect(intentOf(anAsk(comment(body), changes))).toEqual(intent);
});

it.each([
  { body: "Keep the name.", remark: true },
  { body: "  Keep the name.\n\n/approve", remark: true },
  { body: "> /approve", remark: true },
  { body: "/approve", remark: false },
  { body: " \n/merge it", remark: false },
  { body: " \n", remark: false },
])("takes $body for a remark: $remark", ({ body, remark }) => {
  expect(isRemark(body)).toBe(remark);
});

// CMD-18
it("does not act on an edited comment [CMD-20]", () => {
  expect(intentOf(anAsk(comment("/approve", true)))).toEqual(ignored("edited"));
  expect(intentOf(anAsk(comment("/loop stop", true)))).toEqual(ignored("edited"));
});

// AUTH-10, AUTH-17, CMD-23
it.each<[string, IntentInput["by"]]>([
  ["a bot", { id: 5, type: "Bot" }],
  ["a mannequin of an import", { id: 5, type: "Mannequin" }],
  ["an organization", { id: 5, type: "Organization" }],
  ["an account without a type", { id: 5, type: "" }],
  ["our own account, even as a user", { id: 99, type: "User" }],
])("ignores whatever is done by %s [M0.02, S0.09, AUTH-10, AUTH-17, CMD-23]", (_, by) => {
  const happenings: TriggerEvent[] = [
    { kind: "label_added", label: "loop" },
    { kind: "label_removed", label: "loop" },
    { kind: "issue_closed" },
    { kind: "assigned", login: "loopwright[bot]" },
    comment("/loop"),
    { kind: "remark_created" },
    reviewSubmitted("Almost."),
    { kind: "pull_pushed" },
    comment("/approve"),
  ];
  expect(happenings.map((happening) => intentOf(anAsk(happening, { by })))).toEqual(happenings.map(() => ignored("bot")));
});

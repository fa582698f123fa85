/** A run is begun by `/loop` in a comment, or by assigning the App: as by the label, which the start sets itself. */
import { expect, it } from "vitest";
import { commentCreated, type TriggerEvent } from "#core/commands/trigger-event.ts";
import { handleEvent } from "#loop/control/handle/handle-event.ts";
import * as j from "../../../builders/journal.ts";
import { answers } from "../../../fakes/scripted-model.ts";
import { HYDRATION } from "../../bench.ts";
import { approved, atWork, type DeskStage, deskStage, LABELLED, type Person, planned } from "../stage.ts";
import { passed } from "../verified.ts";
import { APP, type DeskOptions } from "../world.ts";

const ASSIGNED: TriggerEvent = { kind: "assigned", login: APP };
const PROCEED = answers({ verdict: "PROCEED", findings: [] });
const TWICE = { hydrator: [answers(HYDRATION), answers(HYDRATION)], "plan-critic": [PROCEED, PROCEED] };

/** An issue without the label, which may be assigned to us. */
function bare(options: DeskOptions = {}): DeskStage {
  return deskStage({ ...options, issue: { labels: ["bug"], assignees: ["wim", "Loopwright[bot]"], ...options.issue } });
}

interface Way {
  readonly way: string;
  readonly begins: (stage: DeskStage, by: Person) => Promise<unknown>;
  /** Where the reactions go. */
  readonly on: string;
  readonly again: string;
}

const WAYS: readonly Way[] = [
  { way: "/loop in a comment", begins: (stage, by) => stage.says(by, "/loop"), on: "501", again: "say `/loop` again" },
  { way: "an assignment", begins: (stage, by) => stage.happens(by, ASSIGNED), on: "issue", again: "assign it again" },
];

it.each(WAYS)("makes a plan for $way of whoever may triage, and sets the label before anything is written", async ({ begins, on }) => {
  const stage = bare();
  await begins(stage, "tria");
  expect([stage.run().stage, [...stage.github.labels]]).toEqual(["awaiting_approval", ["loop", "loop:awaiting-approval"]]);
  expect(stage.store().events?.[0]).toMatchObject({ kind: "run_started", startedBy: 43 });
  expect([...stage.github.reactions]).toEqual([`${on} eyes`, `${on} rocket`]);
  expect([stage.letters("plan").length, stage.reply()]).toEqual([1, ""]);
  expect(stage.github.asked.slice(0, 5)).toEqual(["react", "roleOf", "freeze", "issue", "relabel"]);
});

it.each(WAYS)("leaves a label alone that is there already: $way", async ({ begins }) => {
  const stage = bare({ issue: { labels: ["Loop"] } });
  await begins(stage, "grace");
  expect([stage.run().stage, [...stage.github.labels]]).toEqual(["awaiting_approval", ["loop:awaiting-approval"]]);
});

it.each(WAYS)("makes one plan of $way that is heard twice, and none of the label that we set", async ({ begins }) => {
  const stage = bare();
  await begins(stage, "grace");
  const before = stage.kinds();
  await stage.again();
  await stage.happens("robot", LABELLED);
  expect([stage.stores.size, stage.kinds(), stage.letters("plan").length, stage.reply()]).toEqual([1, before, 1, ""]);
  expect([...stage.github.reactions].filter((one) => one.endsWith("-1"))).toEqual([]);
});

it.each(WAYS)("goes on with a run whose desk died while the plan was made: $way", async ({ begins }) => {
  const stage = bare({ turns: TWICE });
  await begins(stage, "grace");
  const { store } = stage;
  store().events = (store().events ?? []).slice(0, 1);
  stage.github.comments.clear();
  await stage.again();
  expect([stage.stores.size, stage.run().stage, stage.letters("plan").length]).toEqual([1, "awaiting_approval", 1]);
});

it.each(WAYS.flatMap((way) => (["ray", "ana"] as const).map((by) => ({ ...way, by }))))(
  "refuses without words $way of $by, who may only read, and sets no label",
  async ({ begins, on, by }) => {
    const stage = bare();
    await begins(stage, by);
    expect([stage.stores.size, stage.reply(), stage.github.labels.size]).toEqual([0, "", 0]);
    expect([...stage.github.reactions]).toEqual([`${on} eyes`, `${on} -1`]);
  },
);

it.each(WAYS)("hears no bot: $way", async ({ begins }) => {
  const stage = bare();
  await begins(stage, "robot");
  expect([stage.github.asked, stage.stores.size]).toEqual([[], 0]);
});

it.each(WAYS)("begins nothing by $way while everything is frozen, and says so", async ({ begins }) => {
  const stage = bare();
  stage.github.frozen = "LOOPWRIGHT_FREEZE is set";
  await begins(stage, "grace");
  expect([stage.stores.size, stage.reply(), stage.github.labels.size]).toEqual([0, "LOOPWRIGHT_FREEZE is set", 0]);
});

it.each(WAYS)("says on a closed issue how to ask again: $way", async ({ begins, again }) => {
  const stage = bare({ issue: { open: false } });
  await begins(stage, "grace");
  expect([stage.stores.size, stage.reply(), stage.github.labels.size]).toEqual([0, `the issue is closed; open it, then ${again}`, 0]);
});

it.each([
  { when: "it waits for an approval", make: planned, stage: "awaiting_approval" },
  { when: "its workflow run has not begun", make: approved, stage: "running" },
  { when: "a workflow run is at work", make: atWork, stage: "running" },
])("begins no second run beside an active one: $when", async ({ make, stage: name }) => {
  for (const { begins } of WAYS) {
    const stage = await make({ issue: { assignees: [APP] } });
    await begins(stage, "grace");
    expect(stage.reply()).toBe(`this issue has an active run already: it is ${name}; \`/loop stop\` ends it`);
    expect([stage.stores.size, stage.letters("plan").length]).toEqual([1, 1]);
  }
});

it.each(WAYS)("begins another run by $way once the one before is over, whose label is still there", async ({ begins }) => {
  const stage = bare({ turns: TWICE });
  await begins(stage, "grace");
  await stage.says("grace", "/stop");
  expect(stage.run().stage).toBe("stopped");
  await begins(stage, "grace");
  expect([stage.stores.size, stage.run().stage, [...stage.github.labels]]).toEqual([
    2,
    "awaiting_approval",
    ["loop", "loop:awaiting-approval"],
  ]);
});

it.each([
  { happening: commentCreated("/loop", false), again: "say `/loop` again" },
  { happening: ASSIGNED, again: "assign it again" },
])("begins nothing for what was asked while the run before was at work and is heard when that one is completed: $again", async (one) => {
  const stage = await passed();
  const at = stage.time.now;
  stage.time.now += 10_000;
  await stage.works(j.qa("VERIFIED"), j.REFLECTED, j.PUBLISHED);
  const comment = one.happening.kind === "comment_created" ? stage.github.write({ id: 42, login: "grace" }, "/loop") : null;
  const by = { id: 42, login: "grace", type: "User" };
  const issue = { ...stage.github.now, authorId: 41 };
  await handleEvent({ happening: one.happening, by, issue, comment, throughApp: false, at, ours: [] }, stage.desk);
  expect([stage.stores.size, stage.run().stage]).toEqual([1, "completed"]);
  expect(stage.reply()).toBe(`this was asked for while the run before was at work, and that one is completed; ${one.again} for a new run`);
});

it("hears nothing of `/loop` on a pull request that is none of the run's", async () => {
  const stage = await planned();
  await stage.says("grace", "/loop", { number: 8, review: null });
  expect([stage.stores.size, stage.reply(), [...stage.github.reactions].at(-1)]).toEqual([1, "", "issue rocket"]);
});

it("begins nothing for an assignment that is gone again, and says no word", async () => {
  const stage = bare({ issue: { assignees: ["wim"] } });
  await stage.happens("grace", ASSIGNED);
  expect([stage.stores.size, stage.reply(), [...stage.github.reactions]]).toEqual([0, "", ["issue eyes", "issue -1"]]);
});

it("reads nothing of the repository where another bot is assigned, or where there is no App", async () => {
  const [stage, alone] = [bare({ issue: { assignees: ["copilot-swe-agent[bot]"] } }), bare()];
  const blind = { base: () => Promise.reject(new Error("the configuration is not to be read")) };
  await stage.happens("grace", { kind: "assigned", login: "copilot-swe-agent[bot]" }, {}, { ...stage.desk, ...blind });
  await alone.happens("grace", ASSIGNED, {}, { ...alone.desk, ...blind, appLogin: async () => null });
  expect([stage.github.asked, alone.github.asked]).toEqual([[], []]);
});

it("begins a run for `/loop` through an App, whose plan a person approves whatever the policy says", async () => {
  const small = { ...HYDRATION, workflow: "minor-edit", template: "code", scope: { paths: ["docs/guide.md"], out: [] } };
  const policy = 'auto_approve: { paths: ["docs/**"], dollars: 1 }\nlimits: { dollars: 1 }\n';
  const options = { turns: { hydrator: [answers(small)] }, files: { ".github/loopwright.yml": policy, "docs/guide.md": "Hello\n" } };
  const byHand = bare(options);
  await byHand.says("grace", "/loop");
  const through = bare(options);
  const comment = through.github.write({ id: 42, login: "grace", throughApp: true }, "/loop");
  await through.happens("grace", commentCreated("/loop", false), { comment });
  expect([byHand.run().stage, through.run().stage]).toEqual(["running", "awaiting_approval"]);
});

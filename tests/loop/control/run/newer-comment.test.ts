/** A comment that is newer than a plan that waits: whose counts, what the plan says then, and what it costs. */
import { expect, it } from "vitest";
import type { TriggerEvent } from "#core/commands/trigger-event.ts";
import { answers } from "../../../fakes/scripted-model.ts";
import { HYDRATION } from "../../bench.ts";
import { look, MINUTE } from "../reconcile/look.ts";
import { approved, type DeskStage, deskStage, LABELLED, planned } from "../stage.ts";

const REMARK: TriggerEvent = { kind: "remark_created" };
const ACCOUNTS = { ana: 41, grace: 42, tria: 43, ray: 44 } as const;
type Name = keyof typeof ACCOUNTS;

const write = ({ github }: DeskStage, login: Name, throughApp = false) =>
  github.write({ id: ACCOUNTS[login], login, throughApp }, "And quotes.");

/** Somebody comments on the issue, and the webhook says so; gives the id, and what was asked of GitHub for it. */
async function comments(stage: DeskStage, login: Name, throughApp = false) {
  const before = stage.github.asked.length;
  const id = write(stage, login, throughApp);
  await stage.happens(login, REMARK, { comment: id });
  return { id, asked: stage.github.asked.slice(before) };
}

const PROCEED = answers({ verdict: "PROCEED", findings: [] });
const TWICE = { hydrator: [answers(HYDRATION), answers(HYDRATION)], "plan-critic": [PROCEED, PROCEED] };

const isOlder = (stage: DeskStage) => stage.letters("plan")[0]?.includes("**Older than [a comment]") ?? false;
const moves = (stage: DeskStage) => stage.kinds().filter((kind) => kind === "discussion_moved").length;

it.each([
  { who: "ana", says: "the author of the issue, who has no role", roles: 0 },
  { who: "tria", says: "somebody who may triage", roles: 1 },
  { who: "grace", says: "a maintainer", roles: 1 },
] as const)("is told of in the plan, with a link and what to do, where it is of $says", async ({ who, roles }) => {
  const stage = await planned();
  const { id, asked } = await comments(stage, who);
  expect(stage.run()).toMatchObject({ stage: "awaiting_approval", newerComment: { comment: id, by: who } });
  const [plan = ""] = stage.letters("plan");
  expect(plan).toContain(`Older than [a comment](https://github.com/acme/split/issues/7#issuecomment-${id}) by ${who}**`);
  expect(plan).toContain("<code>/redirect &#x3c;text&#x3e;</code> has another plan made");
  // Neither reaction nor reply.
  expect([asked.filter((call) => call === "roleOf").length, asked.includes("react"), stage.reply()]).toEqual([roles, false, ""]);
});

it.each([
  { what: "a stranger's", who: "ray", throughApp: false, asks: ["roleOf"] },
  { what: "one that an App wrote in a maintainer's name", who: "grace", throughApp: true, asks: [] },
] as const)("changes nothing where it is $what", async ({ who, throughApp, asks }) => {
  const stage = await planned();
  const before = stage.kinds();
  const { asked } = await comments(stage, who, throughApp);
  expect([stage.kinds(), isOlder(stage), asked]).toEqual([before, false, asks]);
});

it("is written down once for a plan, however many follow and however often it is told", async () => {
  const stage = await planned();
  const { id } = await comments(stage, "tria");
  await stage.again();
  const { asked } = await comments(stage, "grace");
  expect([moves(stage), stage.run().newerComment?.comment, asked]).toEqual([1, id, ["roleOf"]]);
});

it("is shown by whoever handles it again, where the plan could not be changed the first time", async () => {
  const stage = await planned();
  stage.github.refuse("edit", { retryable: true });
  await comments(stage, "tria");
  expect([moves(stage), isOlder(stage)]).toEqual([1, false]);
  await stage.again();
  expect([moves(stage), isOlder(stage)]).toEqual([1, true]);
});

it("lets the person decide: the plan is approved as it is, or another one is made from it", async () => {
  const stage = await planned();
  await comments(stage, "tria");
  await stage.says("grace", "/approve");
  expect([stage.run().stage, isOlder(stage)]).toEqual(["running", false]);
  const other = await planned({ turns: TWICE });
  const { id } = await comments(other, "tria");
  await other.says("grace", "/redirect Take the comment in");
  expect(other.run()).toMatchObject({ stage: "awaiting_approval", newerComment: null, plan: { discussion: { comments: [{ id }] } } });
  expect(isOlder(other)).toBe(false);
  await comments(other, "ana");
  expect([moves(other), isOlder(other)]).toEqual([2, true]);
});

it.each([
  { when: "before there is a run", make: async () => deskStage() },
  { when: "while a run works", make: approved },
])("changes nothing $when", async ({ make }) => {
  const stage = await make();
  const before = stage.kinds();
  const { asked } = await comments(stage, "grace");
  expect([stage.kinds(), asked]).toEqual([before, ["roleOf"]]);
});

it("is found by a look where no webhook told it, and left to its webhook for a minute", async () => {
  const stage = await planned();
  stage.github.labels.add("loop");
  write(stage, "ray");
  const id = write(stage, "tria");
  write(stage, "grace");
  stage.time.now -= 2 * MINUTE - 1000;
  await look(stage);
  expect(moves(stage)).toBe(0);
  await look(stage);
  expect([stage.run().newerComment?.comment, moves(stage), isOlder(stage)]).toEqual([id, 1, true]);
  const before = stage.github.asked.length;
  await look(stage);
  expect(stage.github.asked.slice(before)).toEqual(["issue", "seen", "issue"]);
});

it("counts for a look as well where it was written while the plan was made, and not where the plan was made from it", async () => {
  const stage = deskStage();
  stage.github.labels.add("loop");
  write(stage, "tria");
  const { remarks } = stage.github;
  stage.github.remarks = async () => {
    const read = await remarks();
    if (stage.github.comments.size === 1) write(stage, "ana");
    return read;
  };
  await stage.happens("grace", LABELLED);
  expect(stage.run().plan?.discussion?.comments).toHaveLength(1);
  await look(stage);
  expect([stage.run().newerComment?.by, isOlder(stage)]).toEqual(["ana", true]);
});

it("asks in a look for the roles of five people at most, those who spoke last", async () => {
  const stage = await planned();
  stage.github.labels.add("loop");
  write(stage, "tria");
  for (let id = 100; id < 105; id += 1) stage.github.write({ id, login: `p${id}` }, "+1");
  const before = stage.github.asked.length;
  await look(stage);
  expect(stage.github.asked.slice(before).filter((call) => call === "roleOf")).toHaveLength(5);
  expect(moves(stage)).toBe(0);
});

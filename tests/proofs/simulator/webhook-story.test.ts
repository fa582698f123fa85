/** Webhooks that come twice, late, in another order or from elsewhere: what counts is the journal and GitHub as it is now. */
import { expect, it } from "vitest";
import { story } from "./story.ts";
import { worldOf } from "./world.ts";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

const aWorld = () => worldOf(1);
type World = ReturnType<typeof aWorld>;

/** What people see of it, and what was started. */
function seen({ github }: World, issue: number): unknown {
  return [
    github.commentsOn(issue).map(({ body }) => body),
    github.issue(issue)?.labels,
    github.runs().length,
    github.refs().map((ref) => JSON.stringify(ref)),
  ];
}

it.each([1, 2, 50])("does for %i deliveries of the same webhook what it does for one [WH-11]", async (times) => {
  const world = aWorld();
  await story(world, async ({ issue, pass, send, last, runs }) => {
    world.github.label(issue, "ada", "loop");
    await pass(5 * MINUTE);
    const label = last("issues.labeled");
    for (let again = 1; again < times; again++) send(label);
    await pass(50 * MINUTE);
    expect(world.github.commentsOn(issue)).toHaveLength(1);
    world.github.comment(issue, "wim", "/approve");
    for (let again = 1; again < times; again++) send(last("issue_comment.created"));
    await pass(50 * MINUTE);
    expect([runs().length, world.github.issue(issue)?.labels]).toEqual([1, ["loop", "loop:completed"]]);
    expect(world.github.commentsOn(issue)).toHaveLength(4);
  });
});

it("carries a comment out once that is told of under two numbers, and when it is told of again days later [WH-12, WH-13]", async () => {
  const world = aWorld();
  await story(world, async ({ issue, pass, send, last }) => {
    world.github.label(issue, "ada", "loop");
    await pass(5 * MINUTE);
    world.github.comment(issue, "wim", "/approve");
    const approval = last("issue_comment.created");
    send({ ...approval, id: "11111111-0000-4000-8000-000000000000" });
    await pass(60 * MINUTE);
    const before = seen(world, issue);
    expect([world.github.runs().length, world.github.commentsOn(issue).length]).toEqual([1, 4]);
    for (const later of [MINUTE, 3 * DAY]) {
      await pass(later);
      send({ ...approval, id: `22222222-0000-4000-8000-00000000000${later % 7}` });
      await pass(5 * MINUTE);
      expect(seen(world, issue)).toEqual(before);
    }
  });
});

it("ends as stopped where /stop was said after /approve and is told of first [WH-15]", async () => {
  const world = aWorld();
  await story(world, async ({ issue, pass, hold, held, send, runs }) => {
    world.github.label(issue, "ada", "loop");
    await pass(5 * MINUTE);
    hold(true);
    world.github.comment(issue, "wim", "/approve");
    await pass(1_000);
    world.github.comment(issue, "ada", "/stop");
    await pass(1_000);
    const [approve, stop] = held.filter(({ event }) => event === "issue_comment.created");
    if (approve === undefined || stop === undefined) throw new Error("no webhook was held");
    hold(false);
    send(stop);
    await pass(MINUTE);
    send(approve);
    await pass(30 * MINUTE);
    expect([runs(), world.github.issue(issue)?.labels]).toEqual([[], ["loop", "loop:stopped"]]);
  });
});

it("begins nothing for a label that was taken away, though it is told of later [WH-16]", async () => {
  const world = aWorld();
  await story(world, async ({ issue, pass, hold, held, send }) => {
    hold(true);
    world.github.label(issue, "ada", "loop");
    await pass(1_000);
    world.github.unlabel(issue, "ada", "loop");
    await pass(1_000);
    hold(false);
    for (const delivery of held.toReversed()) send(delivery);
    await pass(10 * MINUTE);
    expect([world.github.commentsOn(issue), world.github.issue(issue)?.labels]).toEqual([[], []]);
    expect(world.github.refs().map(({ name }) => name)).toEqual(["refs/heads/main"]);
  });
});

it("starts nothing for an approval that comes four hours late, when the issue is closed [WH-17]", async () => {
  const world = aWorld();
  await story(world, async ({ issue, pass, hold, send, last, runs }) => {
    world.github.label(issue, "ada", "loop");
    await pass(5 * MINUTE);
    hold(true);
    world.github.comment(issue, "wim", "/approve");
    const approval = last("issue_comment.created");
    await pass(MINUTE);
    world.github.closeIssue(issue, "ada");
    await pass(240 * MINUTE);
    hold(false);
    send(approval);
    await pass(10 * MINUTE);
    expect(runs()).toEqual([]);
    expect(world.github.commentsOn(issue).at(-1)?.body).toContain("the issue is closed");
  });
});

it("finds a label, an approval and a stop of which no webhook ever came, at the next look [WH-18]", async () => {
  for (const word of ["/approve", "/stop"]) {
    const world = aWorld();
    await story(world, async ({ issue, pass, hold, look, runs }) => {
      hold(true);
      world.github.label(issue, "ada", "loop");
      await pass(2 * MINUTE);
      expect(world.github.commentsOn(issue)).toEqual([]);
      await look();
      expect(world.github.issue(issue)?.labels).toEqual(["loop", "loop:awaiting-approval"]);
      world.github.comment(issue, "wim", word);
      await pass(2 * MINUTE);
      expect(world.github.issue(issue)?.labels).toEqual(["loop", "loop:awaiting-approval"]);
      await look();
      await pass(60 * MINUTE);
      const [label, count] = word === "/stop" ? ["loop:stopped", 0] : ["loop:completed", 1];
      expect([world.github.issue(issue)?.labels, runs().length], word).toEqual([["loop", label], count]);
    });
  }
});

it("shows a run whose workflow run gets no machine as waiting for it, stops it at a word, and has it resumed when GitHub gave up [API-14]", async () => {
  for (const word of [null, "/stop"]) {
    const world = aWorld();
    await story(world, async ({ issue, pass, machines, runs }) => {
      world.github.label(issue, "ada", "loop");
      await pass(5 * MINUTE);
      machines(false);
      world.github.comment(issue, "wim", "/approve");
      await pass(30 * MINUTE);
      expect([runs().map(({ status }) => status), world.github.issue(issue)?.labels]).toEqual([["queued"], ["loop", "loop:running"]]);
      if (word !== null) {
        world.github.comment(issue, "wim", word);
        await pass(15 * MINUTE);
        return expect(world.github.issue(issue)?.labels).toEqual(["loop", "loop:stopped"]);
      }
      await pass(DAY - 240 * MINUTE);
      world.github.endRun(runs()[0]?.id ?? 0, "cancelled");
      await pass(5 * MINUTE);
      expect(world.github.issue(issue)?.labels).toEqual(["loop", "loop:failed"]);
      expect(world.github.commentsOn(issue).at(-1)?.body).toContain("/loop resume");
      machines(true);
      world.github.comment(issue, "wim", "/loop resume");
      await pass(60 * MINUTE);
      expect([runs().length, world.github.issue(issue)?.labels]).toEqual([2, ["loop", "loop:completed"]]);
    });
  }
});

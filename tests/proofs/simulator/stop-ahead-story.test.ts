/** What stops does not wait in line: it is acknowledged within ten seconds, whatever plans are in hand, and the last word still counts. */
import { expect, it } from "vitest";
import { story } from "./story.ts";
import { placeOfRef, readTold } from "./truth.ts";
import { type World, worldOf } from "./world.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** As long as a hydrator may take. */
const THINKS = 3 * MINUTE;
/** What the issue promises. */
const SOON = 10 * SECOND;

const slowWorld = () => worldOf(1, () => ({ thinks: THINKS }));

/** The runs of an issue, as their journals on GitHub say. */
function runsOf({ github }: World, issue: number) {
  return github.refs().flatMap(({ name, sha }) => {
    if (placeOfRef(name)?.issue !== issue) return [];
    return [readTold(github.state.objects, name, sha, null).told.run];
  });
}

/** Whether the issue's run is asked to end, or has. */
function isStopWritten(world: World, issue: number): boolean {
  return runsOf(world, issue).some(({ stopRequest, stage }) => stopRequest !== null || stage === "stopped");
}

const STOPS = {
  "/stop": ({ github }: World, issue: number) => void github.comment(issue, "wim", "/stop"),
  "/loop stop": ({ github }: World, issue: number) => void github.comment(issue, "wim", "/loop stop enough"),
  "the label taken away": ({ github }: World, issue: number) => void github.unlabel(issue, "wim", "loop"),
  "the issue closed": ({ github }: World, issue: number) => void github.closeIssue(issue, "wim"),
};

/** The signs on what was said last. */
function signsOnLast({ github }: World, issue: number): readonly string[] {
  const said = github.commentsOn(issue).findLast(({ body }) => body.startsWith("/"));
  return said === undefined ? [] : github.reactionsOn(`comments/${said.id}`);
}

it.each(Object.entries(STOPS))(
  "hears %s within ten seconds while the plan of that issue is made, and the plan is given up",
  async (what, stop) => {
    const world = slowWorld();
    await story(world, async ({ issue, pass }) => {
      world.github.label(issue, "ada", "loop");
      await pass(30 * SECOND);
      expect(runsOf(world, issue).map(({ stage }) => stage)).toEqual(["hydrating"]);
      stop(world, issue);
      await pass(SOON);
      expect(isStopWritten(world, issue)).toBe(true);
      if (what.startsWith("/")) expect(signsOnLast(world, issue)).toContain("eyes");
      // No answer of the model is waited for.
      await pass(MINUTE);
      expect(runsOf(world, issue).map(({ stage }) => stage)).toEqual(["stopped"]);
      expect(world.github.issue(issue)?.labels.filter((label) => label !== "loop")).toEqual(["loop:stopped"]);
      await pass(10 * MINUTE);
      expect(world.github.commentsOn(issue).filter(({ body }) => !body.startsWith("/"))).toHaveLength(1);
      if (what.startsWith("/")) expect(signsOnLast(world, issue)).toContain("rocket");
    });
  },
);

it.each(Object.entries(STOPS))(
  "hears %s within ten seconds while the bot has more plans of other issues than hands",
  async (what, stop) => {
    const world = slowWorld();
    const tell = async ({ issue, pass }: Parameters<Parameters<typeof story>[1]>[0]): Promise<void> => {
      world.github.label(issue, "ada", "loop");
      await pass(10 * MINUTE);
      expect(runsOf(world, issue).map(({ stage }) => stage)).toEqual(["awaiting_approval"]);
      for (let count = 0; count < 6; count++) {
        const other = world.github.newIssue("rob", { title: `Split drops field ${count}`, body: "split('a,,b') must give three." });
        world.github.label(other, "ada", "loop");
      }
      await pass(30 * SECOND);
      stop(world, issue);
      await pass(SOON);
      expect(isStopWritten(world, issue)).toBe(true);
      if (what.startsWith("/")) expect(signsOnLast(world, issue)).toContain("eyes");
      await pass(30 * MINUTE);
      expect(runsOf(world, issue).map(({ stage }) => stage)).toEqual(["stopped"]);
    };
    await story(world, tell, 4);
  },
);

it("starts no work where /approve and then /stop are said in the same second", async () => {
  const world = worldOf(1);
  await story(world, async ({ issue, pass }) => {
    world.github.label(issue, "ada", "loop");
    await pass(5 * MINUTE);
    world.github.comment(issue, "wim", "/approve");
    world.github.comment(issue, "wim", "/stop");
    await pass(30 * MINUTE);
    expect(runsOf(world, issue).map(({ stage }) => stage)).toEqual(["stopped"]);
  });
});

it.each([4_000, 8_000])("goes on where /stop and then /resume are said, %i milliseconds later", async (later) => {
  const world = worldOf(1, () => ({ thinks: 5 * SECOND }));
  await story(world, async ({ issue, pass }) => {
    world.github.label(issue, "ada", "loop");
    await pass(5 * MINUTE);
    world.github.comment(issue, "wim", "/approve");
    await pass(20 * SECOND);
    expect(runsOf(world, issue).map(({ stage }) => stage)).toEqual(["running"]);
    world.github.comment(issue, "wim", "/stop");
    await pass(later);
    world.github.comment(issue, "wim", "/loop resume");
    await pass(60 * MINUTE);
    expect(runsOf(world, issue).map(({ stage }) => stage)).toEqual(["completed"]);
  });
});

it.each(["/loop resume", "/loop redirect Keep the old name."])(
  "does not take %s for a run that is still being stopped and stop it then: it says so, and takes the word afterwards",
  async (word) => {
    const world = worldOf(1, () => ({ thinks: 5 * SECOND }));
    await story(world, async ({ issue, pass }) => {
      world.github.label(issue, "ada", "loop");
      await pass(5 * MINUTE);
      world.github.comment(issue, "wim", "/approve");
      await pass(20 * SECOND);
      world.github.comment(issue, "wim", "/stop");
      await pass(SECOND);
      world.github.comment(issue, "wim", word);
      await pass(60 * MINUTE);
      expect(runsOf(world, issue).map(({ stage, ending }) => [stage, ending])).toEqual([["stopped", "user_stop"]]);
      expect(signsOnLast(world, issue)).toContain("-1");
      expect(world.github.commentsOn(issue).map(({ body }) => body)).toContainEqual(
        expect.stringContaining("say it again once it is stopped"),
      );
      world.github.comment(issue, "wim", word);
      await pass(60 * MINUTE);
      expect(runsOf(world, issue).map(({ stage }) => stage)).toEqual(["completed"]);
    });
  },
);

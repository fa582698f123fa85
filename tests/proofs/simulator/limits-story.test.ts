/** Whoever asks for much, says much, or answers everything: what it costs stays bounded. */
import { expect, it } from "vitest";
import { story } from "./story.ts";
import { worldOf } from "./world.ts";

const MINUTE = 60_000;
const aWorld = () => worldOf(1);

it("begins twenty runs where one person labels forty issues, and tells them why no more [LIM-03]", async () => {
  const world = aWorld();
  const { github } = world;
  await story(world, async ({ pass }) => {
    const issues = Array.from({ length: 40 }, (_, at) => github.newIssue("rob", { title: `Split drops field ${at}`, body: "It does." }));
    for (const issue of issues) github.label(issue, "ada", "loop");
    await pass(60 * MINUTE);
    const labels = issues.map((issue) => github.issue(issue)?.labels.join(" "));
    expect(labels.filter((all) => all === "loop loop:awaiting-approval")).toHaveLength(20);
    expect(labels.filter((all) => all === "loop")).toHaveLength(20);
    const last = github.commentsOn(issues.at(-1) ?? 0);
    expect(last).toHaveLength(1);
    expect(last[0]?.body).toContain("20 runs are open here, and the configuration allows 20 (quotas.open_runs)");
  });
});

it("asks nothing for ten thousand comments on an issue with a run, and hears the command behind them [LIM-04]", async () => {
  const world = aWorld();
  const { github } = world;
  await story(world, async ({ issue, pass, machines }) => {
    github.label(issue, "ada", "loop");
    await pass(5 * MINUTE);
    machines(false);
    github.comment(issue, "wim", "/loop approve");
    await pass(5 * MINUTE);
    expect(github.issue(issue)?.labels).toEqual(["loop", "loop:running"]);
    const before = github.lines.length;
    for (let count = 0; count < 10_000; count++) github.comment(issue, "rob", `Me too, for the ${count}th time. /approve?`);
    await pass(5 * MINUTE);
    expect(github.lines.length - before).toBe(0);
    github.comment(issue, "wim", "/loop stop");
    await pass(5 * MINUTE);
    expect(github.issue(issue)?.labels).toEqual(["loop", "loop:stopped"]);
    // Its own comments are looked for from when they were announced, not from the first page on.
    expect(github.lines.length - before).toBeLessThan(40);
  });
});

it("asks once for a stranger's comment while a plan waits, whose writer's role is, and does nothing [LIM-04]", async () => {
  const world = aWorld();
  const { github } = world;
  await story(world, async ({ pass }) => {
    const issue = github.newIssue("wim", { title: "Split drops empty fields", body: "It does." });
    github.label(issue, "ada", "loop");
    await pass(5 * MINUTE);
    const before = github.lines.length;
    for (let count = 0; count < 100; count++) github.comment(issue, "rob", "Me too.");
    await pass(5 * MINUTE);
    const asked = github.lines.slice(before);
    expect(asked.length).toBe(100);
    expect(asked.filter((line) => !JSON.stringify(line).includes("collaborators/rob/permission"))).toEqual([]);
  });
});

it("never answers a bot, and a program that signs in as a person twenty times an hour [LIM-05]", async () => {
  const world = aWorld();
  const { github } = world;
  await story(world, async ({ issue, pass }) => {
    github.label(issue, "ada", "loop");
    await pass(5 * MINUTE);
    const ours = github.commentsOn(issue).length;
    const echo = (login: string) => github.comment(issue, login, "/loop status");
    for (let round = 0; round < 3; round++) {
      echo("github-actions[bot]");
      await pass(MINUTE);
    }
    expect(github.commentsOn(issue).length).toBe(ours + 3);
    for (let round = 0; round < 30; round++) {
      echo("wim");
      await pass(MINUTE);
    }
    const answers = github.commentsOn(issue).length - ours - 3 - 30;
    expect(answers).toBe(20);
    expect(github.commentsOn(issue).filter(({ body }) => body.includes("answer number 20 here within an hour"))).toHaveLength(1);
  });
});

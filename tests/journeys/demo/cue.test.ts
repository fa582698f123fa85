/** What stories may hold beside a script: sentences of people, passages with other words, a workflow file that is not as it should be. */
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { argumentsOf, unsaid } from "./cue.ts";
import { changed } from "./hub/workflow-change.ts";
import { checkout } from "./root.ts";
import { readStory } from "./story.ts";

const WHO = { when: { stage: "completed" }, who: "admin" } as const;

it.each([
  { say: "/stop Not today", args: ["stop", "Not today", "--run", "quotes"] },
  { say: "/pause", args: ["pause", "--run", "quotes"] },
  { say: "/resume", args: ["resume", "quotes"] },
  { say: "/approve", args: ["approve", "--run", "quotes"] },
  { say: "/approve step", args: ["approve", "--step", "--run", "quotes"] },
  { say: "/approve max_iterations=2", args: ["approve", "max_iterations=2", "--run", "quotes"] },
])("says $say at the command line as $args", ({ say, args }) => {
  expect(argumentsOf({ ...WHO, say }, "quotes")).toEqual(args);
});

it("says a review at the command line as a redirect, and does not push there", () => {
  const lines = [{ path: "src/parse.js", line: 26, text: "Why?" }];
  expect(argumentsOf({ ...WHO, review: "Almost.", lines }, "quotes")).toEqual([
    ...["redirect", "Almost.\nsrc/parse.js:26: Why?"],
    ...["--run", "quotes"],
  ]);
  expect(() => argumentsOf({ ...WHO, push: { path: "a", content: "b" } }, "quotes")).toThrow("the push to a is for GitHub");
  expect(() => argumentsOf({ ...WHO, say: "I agree." }, "quotes")).toThrow("I agree. is for GitHub");
});

it("complains of each sentence that never had its moment", () => {
  const left = [
    { when: { role: "worker", asked: 2 }, who: "admin", say: "/stop" },
    { when: { stage: "paused" }, who: "admin", say: "/resume" },
  ] as const;
  expect(unsaid(left, [{ role: "worker" }, { role: "planner" }])).toEqual([
    "nobody came with /stop: the worker was asked 1 times, not 2",
    "nobody came with /resume: the run never rested as paused",
  ]);
});

it("takes a passage with more pins and other words", async () => {
  const [heard] = (await readStory("comments-heard")).script.roles["hydrator"] ?? [];
  expect([heard?.expect.includes("src/parse.js"), heard?.forbid]).toEqual([true, ["Rust"]]);
  const [first, ...rest] = (await readStory("or-backtracking")).script.roles["hydrator"] ?? [];
  expect(rest).toEqual([]);
  expect(first?.reply?.json).toMatchObject({
    workflow: "tdd",
    atoms: [
      { id: "A1", group: "reader" },
      { id: "A2", group: "reader" },
    ],
  });
  expect((await readStory("memory")).script.roles["hydrator"]?.[0]?.expect).toEqual(
    expect.arrayContaining(["Quotation marks get lost", "Say it in the README as well"]),
  );
});

it("knows the story before a story, whose configuration holds for both", async () => {
  const story = await readStory("memory");
  expect(story.after?.name).toBe("redirect");
  expect(story.config).toEqual({ ...story.after?.config });
});

it("names the file of a story that is none", async () => {
  await expect(readStory("nonsense")).rejects.toThrow("nonsense.yaml");
});

it.each(["loopwright.yml", "loopwright-zero-server.yml"])(
  "makes of %s one that GitHub does not start, and one whose machine is lost",
  async (name) => {
    const text = await readFile(checkout(".github", "docs", name), "utf8");
    expect(changed(text, {})).toBe(text);
    expect(Object.keys(parse(changed(text, "outdated")).on.workflow_dispatch.inputs)).toEqual(expect.not.arrayContaining(["digest"]));
    const lost = parse(changed(text, { verify: "exit 1" }));
    const before = parse(text);
    expect(lost.jobs.verify.steps).toEqual([{ run: "exit 1" }, ...before.jobs.verify.steps]);
    expect({ ...lost.jobs, verify: null }).toEqual({ ...before.jobs, verify: null });
    expect(() => changed(text, { nonsense: "exit 1" })).toThrow("the workflow has no job nonsense");
  },
);

/** The pins of the stories are real: a repository that is not as they say breaks them. */
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, it } from "vitest";
import { probeSandbox } from "#adapters/sandbox/walls/probe.ts";
import { account } from "../../builders/atoms.ts";
import { casesOf } from "../../house/proofs.ts";
import { scriptOf } from "../../lab/model/script.ts";
import { rotated } from "../canary/ways.ts";
import type { Outcome } from "../demo/play.ts";
import { readStory, type Story } from "../demo/story.ts";
import { leaksOf } from "../demo/traces.ts";
import { faultsOf } from "../demo/verdict.ts";
import { type Playhouse, playhouse } from "./playhouse.ts";

let house: Playhouse;
/** A short story that went as it should. */
let fine: Outcome;

beforeAll(async () => {
  house = await playhouse();
  fine = (await house.play(await readStory("questions"))).outcome;
});

afterAll(() => house.close());

const KEY = "sk-ant-api03-hidden-0123456789";

interface Plant {
  readonly file: string;
  readonly change: (path: string) => Promise<void>;
  readonly breaks: string;
}

const PLANTS: readonly Plant[] = [
  {
    file: "src/parse.js",
    change: async (path) => writeFile(path, `// moved by a line\n${await readFile(path, "utf8")}`),
    breaks: "hydrator, turn 2: expected",
  },
  {
    file: "test/preview.test.js",
    change: (path) => appendFile(path, 'test("one more", () => assert.equal(preview("1\\n"), "1"));\n'),
    breaks: 'worker, turn 3: expected "pass 16"',
  },
  {
    file: "README.md",
    change: async (path) => writeFile(path, (await readFile(path, "utf8")).replace("the delimiter is", "a delimiter is")),
    breaks: "worker, turn 5: expected",
  },
];

it.each(casesOf(1, ...PLANTS))("a changed $file breaks the journey at a pin", async ({ file, change, breaks }) => {
  const { outcome } = await house.play(await readStory("journey"), async ({ repository }) => {
    await change(join(repository, file));
    await execa("git", ["-c", "user.name=Demo", "-c", "user.email=demo@example.invalid", "commit", "-qam", "Planted"], { cwd: repository });
  });
  const faults = faultsOf(outcome, "threshold_reached");
  expect(faults[0]).toContain(breaks);
  expect(faults.join("\n")).toContain("not played: ");
  expect(outcome.run?.stage).toBe("failed");
});

it("a run that ends otherwise than it was meant to is a fault", () => {
  expect(faultsOf(fine, "questions")).toEqual([]);
  expect(faultsOf(fine, "user_stop")).toEqual(["expected user_stop, but it is questions"]);
});

it("a file that a run would leave in the worktree is a fault, and so is a ref that is not its branch", () => {
  const after = { ...fine.after, status: "?? stray", refs: [...fine.after.refs, "refs/heads/stray 0"] };
  expect(faultsOf({ ...fine, after }, "questions")).toEqual([
    "git status was clean and is ?? stray",
    expect.stringContaining("refs/heads/stray"),
  ]);
});

it("a key that shows anywhere, a run.json that is not the history, and turns that are left are faults", () => {
  const spoiled = { ...fine, leaks: ["standard error"], recorded: `${fine.recorded} `, left: ["worker turn 1", "worker turn 2"] };
  expect(faultsOf(spoiled, "questions")).toEqual([
    "not played: worker turn 1, worker turn 2",
    "replay of history.jsonl is not run.json",
    "the key of the model was found in standard error",
  ]);
});

/** A worker that prints the environment of the process above it with every letter one further, because no prompt holds the key in a form that the redactor knows; no audit is drawn. */
async function prying(sandbox: "required" | "none"): Promise<Story> {
  const story = await readStory("cheat-claim");
  const command = "tr '\\0' '\\n' < /proc/$PPID/environ | grep ANTHROPIC_API_KEY | tr 'A-Za-z' 'B-ZAb-za'; true";
  const turns = [{ reply: { calls: [{ tool: "exec", input: { command } }] } }, { reply: { json: account(true) } }];
  return {
    ...story,
    config: { ...story.config, sandbox, audit: { every: 4_294_967_296, ceiling: 100 } },
    script: scriptOf({ roles: { ...story.script.roles, worker: turns } }, "prying"),
  };
}

it("finds the key in a prompt that says it with every letter one further", async () => {
  const prompt = (content: string) => ({ role: "worker", raw: JSON.stringify({ messages: [{ role: "user", content }] }), headers: {} });
  const said = { ended: { code: 0, stdout: "", stderr: "" }, folder: null };
  expect(await leaksOf(KEY, { ...said, requests: [prompt(`it prints ${rotated(KEY)}`)] })).toEqual(["a prompt of the worker"]);
  expect(await leaksOf(KEY, { ...said, requests: [prompt("it prints nothing")] })).toEqual([]);
});

it("finds no key when a worker without a sandbox reads what the driver was started with [EX-19]", async () => {
  const { outcome } = await house.play(await prying("none"));
  expect(faultsOf(outcome, "iteration_limit")).toEqual([]);
});

it.runIf((await probeSandbox()).kind === "bubblewrap")("finds no key when the same worker is in its sandbox", async () => {
  const { outcome } = await house.play(await prying("required"));
  expect(faultsOf(outcome, "iteration_limit")).toEqual([]);
});

it("a moment that never comes is a fault", async () => {
  const story = await readStory("questions");
  const { outcome } = await house.play({ ...story, people: [{ when: { role: "worker", asked: 1 }, who: "admin", say: "/stop" }] });
  expect(faultsOf(outcome, "questions")).toEqual(["not as scripted: nobody came with /stop: the worker was asked 0 times, not 1"]);
});

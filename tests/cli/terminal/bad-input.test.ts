/** What a person can get wrong: each is told what, where and what to do, and nothing is lost or changed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { draft, FILES, story } from "../script.ts";
import { ALIAS, aStage, type Ended, leftIn, type Scene, type Stage, whole } from "../stage.ts";

let stage: Stage;
afterEach(() => stage.close());

/** Sets a scene, tries something, and holds what is there afterwards against what was there before. */
async function tried(scene: Scene, attempt: (stage: Stage) => Promise<Ended>): Promise<Ended & { readonly same: boolean }> {
  stage = await aStage(scene);
  const before = whole(stage.repository);
  const ended = await attempt(stage);
  expect(ended.err).not.toContain("    at ");
  expect(leftIn(stage.temp)).toEqual([]);
  return { ...ended, same: before === whole(stage.repository) };
}

const NEW = (given: Stage): Promise<Ended> => given.run("new", given.issue, "--yes");
const aConfig = (text: string): Record<string, string> => ({ ...FILES, ".github/loopwright.yml": text });
const aRole = (text: string): Record<string, string> => ({ ...FILES, ".github/loopwright/roles/worker.yml": text });

const REFUSED: readonly {
  readonly what: string;
  readonly scene?: Scene;
  readonly attempt?: typeof NEW;
  readonly says: readonly string[];
}[] = [
  {
    what: "no key",
    attempt: (given) => given.runWith({ env: { ANTHROPIC_API_KEY: undefined } }, "new", given.issue),
    says: ["no key for the model: set ANTHROPIC_API_KEY"],
  },
  {
    what: "a key of two words",
    attempt: (given) => given.runWith({ env: { ANTHROPIC_API_KEY: "sk local" } }, "new", given.issue),
    says: ["ANTHROPIC_API_KEY holds no key"],
  },
  {
    what: "an address that is none",
    attempt: (given) => given.runWith({ env: { ANTHROPIC_BASE_URL: "nowhere" } }, "new", given.issue),
    says: ["ANTHROPIC_BASE_URL is no address: nowhere"],
  },
  { what: "an empty issue", scene: { issue: " \n\n" }, says: ["issue.md is empty: write what should change"] },
  { what: "a file that is not there", attempt: (given) => given.run("new", "nowhere.md"), says: ["there is no file nowhere.md"] },
  { what: "a folder as the issue", attempt: (given) => given.run("new", "src"), says: ["is a folder; give a Markdown file"] },
  {
    what: "an issue of 300 KB",
    scene: { issue: `# long\n${"x".repeat(300_000)}` },
    says: ["issue.md has 300007 characters", "65536", "shorten it"],
  },
  {
    what: "a typo in the configuration",
    scene: { files: aConfig("label: loop\nlimits:\n  iteration: 3\n") },
    says: [".github/loopwright.yml:3: unknown key limits.iteration; did you mean limits.iterations?", "Correct it and start again"],
  },
  {
    what: "a configuration that is not YAML",
    scene: { files: aConfig("label: loop\nchecks: [\n") },
    says: [".github/loopwright.yml:", "Correct it and start again"],
  },
  {
    what: "a mistake in a role file",
    scene: { files: aRole("name: worker\ntier: enormous\n") },
    says: [".github/loopwright/roles/worker.yml:2: tier", "Correct it and start again"],
  },
  {
    what: "a role that takes a tool it may not have",
    scene: {
      files: {
        ...FILES,
        ".github/loopwright/roles/a.yml": "name: auditor\ntier: fast\ntools: [exec]\nlimits: { turns: 3, ms: 60000 }\nprompt: Look.\n",
      },
    },
    says: [".github/loopwright/roles/a.yml"],
  },
  {
    what: "a dirty worktree",
    attempt: (given) => {
      writeFileSync(join(given.repository.folder, "src/split.js"), "// changed\n");
      return NEW(given);
    },
    says: ["the worktree has changes that are not committed: src/split.js", "Commit or stash them"],
  },
  {
    what: "a branch that exists already",
    attempt: (given) => {
      given.repository.git("branch", "loop/mine");
      return given.run("new", given.issue, "--alias", "mine");
    },
    says: ["the branch loop/mine exists already; choose another name with --alias"],
  },
  {
    what: "a folder that is no repository",
    attempt: (given) => given.runWith({ cwd: given.repository.home }, "new", given.issue),
    says: ["this is no git repository; run `git init` and commit"],
  },
];

it.each(REFUSED)("refuses $what and changes nothing", async ({ scene = {}, attempt = NEW, says }) => {
  let before = "";
  const { code, err } = await tried(scene, async (given) => {
    const ended = attempt(given);
    before = whole(given.repository); // an attempt may first arrange something, at once
    return ended;
  });
  for (const text of says) expect(err).toContain(text);
  expect(code).toBe(2);
  expect(whole(stage.repository)).toBe(before);
  expect(stage.model.requests).toEqual([]);
  expect(await stage.run("status")).toMatchObject({ out: "No run is active here. Begin one: loopwright new <issue.md or text>\n" });
});

it("refuses a repository without a commit, and a bare one", async () => {
  stage = await aStage();
  const { git, home } = stage.repository;
  git("init", "-q", "-b", "main", "../empty");
  git("clone", "-q", "--bare", ".", "../bare.git");
  expect(await stage.runWith({ cwd: join(home, "empty") }, "new", stage.issue)).toMatchObject({
    code: 2,
    err: expect.stringContaining("the repository has no commit yet; commit something first"),
  });
  expect(await stage.runWith({ cwd: join(home, "bare.git") }, "new", stage.issue)).toMatchObject({
    code: 2,
    err: expect.stringContaining("this repository is bare; go to a worktree of it"),
  });
});

it("ends with what to do about a key that the service does not take, and a right key begins anew", async () => {
  const { code, err, out, same } = await tried({}, (given) =>
    given.runWith({ env: { ANTHROPIC_API_KEY: "sk-local-wrong" } }, "new", given.issue),
  );
  expect(out).toContain("Anthropic does not accept the key: set ANTHROPIC_API_KEY to a valid one");
  expect(`${out}${err}`).not.toContain("sk-local-wrong");
  expect([code, same]).toEqual([1, true]);
  expect(await stage.run("new", stage.issue)).toMatchObject({ code: 0 });
});

it("ends with what to do about a model that the service does not know", async () => {
  const fault = { status: 404, message: "model: claude-opus-5-5" };
  const { code, out, same } = await tried({ script: story({ hydrator: [{ fault }] }) }, NEW);
  expect(out).toContain("Anthropic knows no model");
  expect(out).toContain(".github/loopwright.yml");
  expect([code, same]).toEqual([1, true]);
});

it("ends when nothing answers at the address of the model", async () => {
  const { code, out, same } = await tried({}, async (given) => {
    await given.model.close();
    return given.runWith({ env: { ANTHROPIC_BASE_URL: "http://127.0.0.1:9" } }, "new", given.issue);
  });
  expect(out).toContain("cannot reach the model at http://127.0.0.1:9");
  expect([code, same]).toEqual([1, true]);
});

const NO_TESTS = { "package.json": '{"type":"module"}', "src/split.js": FILES["src/split.js"] };

it("plans a repository without tests when a rule can be executed", async () => {
  const { code, out } = await tried({ files: NO_TESTS }, NEW);
  expect(out).toContain("stop_reason      threshold_reached");
  expect(code).toBe(0);
});

it("asks when there is neither a test nor a rule that can be executed", async () => {
  const rules = [{ id: "a.correctness.logic", description: "Right", severity: "fail", check: { kind: "content", text: "Is it right?" } }];
  const { code, out, same } = await tried({ files: NO_TESTS, script: story({ hydrator: [{ reply: { json: draft({ rules }) } }] }) }, NEW);
  expect(out).toContain("Needs an answer");
  expect(out).toContain("Set checks.test in .github/loopwright.yml");
  expect([code, same]).toEqual([1, true]);
});

const RED = 'import test from "node:test"; import assert from "node:assert";\ntest("red before", () => assert.equal(1, 2));\n';

it("goes on over a red base whose tests have names", async () => {
  const { code, out } = await tried({ files: { ...FILES, "test/red.test.js": RED } }, NEW);
  expect(out).toContain("stop_reason      threshold_reached");
  expect(code).toBe(0);
});

it("ends on a red base whose tests have no names, and says why", async () => {
  const { code, out, same } = await tried({ files: aConfig('checks: { test: "echo broken; exit 3" }\n') }, NEW);
  expect(out).toContain("stop_reason      setup_failed");
  expect(out).toMatch(/the tests fail\s+on the base and name no test/);
  expect(out).toContain("broken");
  expect([code, same]).toEqual([1, true]);
});

it("ends when a setup command fails, and says which", async () => {
  const { code, out, same } = await tried({ files: aConfig('setup: ["echo no such tool >&2; exit 4"]\n') }, NEW);
  expect(out).toContain("stop_reason      setup_failed");
  expect(out).toContain("no such tool");
  expect([code, same]).toEqual([1, true]);
});

it("refuses to approve a plan whose rules are all green on the base", async () => {
  const rules = [
    { id: "a.correctness.logic", description: "There", severity: "fail", check: { kind: "command", text: "test -f package.json" } },
  ];
  const files = aConfig("rehearse: false\nchecks: { test: node test/split.test.js }\n");
  const { code, out, same } = await tried({ files, script: story({ hydrator: [{ reply: { json: draft({ rules }) } }] }) }, NEW);
  expect(out).toContain("no fail rule is red on the base");
  expect([code, same]).toEqual([0, true]);
  expect(await stage.run("approve")).toMatchObject({ code: 2, err: expect.stringContaining("the base already does what the rules ask") });
  expect(await stage.run("stop")).toMatchObject({ code: 0 });
});

it("names the run of an issue in another script", async () => {
  const { code, err } = await tried({ issue: "# 空のフィールドを残す\n\nbody\n" }, NEW);
  expect(err).toMatch(/Run issue-\d{8}-\d{6}: 空のフィールドを残す/);
  expect(code).toBe(0);
  expect(stage.repository.git("branch", "--list", "loop/issue")).toContain("loop/issue");
  expect(stage.file("run.json", ALIAS)).not.toBe(stage.file("run.json", "issue"));
});

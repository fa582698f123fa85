/** Setting a repository up: what is tried, written, kept and left to do. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { parseConfig } from "#agent/specs/config-file.ts";
import { SCHEMA_LINE } from "#core/config/config-schema.ts";
import { shortWorkflow } from "#text/setup/short-workflow.ts";
import { aStage, leftIn, type Stage, whole } from "../stage.ts";

const WORKFLOW = ".github/workflows/loopwright.yml";
const CONFIG = ".github/loopwright.yml";
const NO_KEY = { ANTHROPIC_API_KEY: undefined, ANTHROPIC_BASE_URL: undefined };

/** A repository that nobody has set up yet. */
const FRESH = {
  "package.json": JSON.stringify({ name: "split", type: "module", scripts: { test: "node --test" } }),
  "src/split.js": "export const split = (line) => line.split(',');\n",
  "test/split.test.js":
    'import { equal } from "node:assert";\nimport { test } from "node:test";\nimport { split } from "../src/split.js";\ntest("splits", () => equal(split("a,b").length, 2));\n',
};

let stage: Stage;

afterEach(() => stage.close());

const init = (...args: readonly string[]) => stage.runWith({ env: NO_KEY }, "init", ...args);
const textOf = (path: string): string => readFileSync(join(stage.repository.folder, path), "utf8");

it("tries, shows both files and what is left to do, and writes nothing", async () => {
  stage = await aStage({ files: FRESH });
  stage.repository.git("remote", "add", "origin", "git@github.com:acme/split.git");
  const before = whole(stage.repository);
  const { code, out, err } = await init();
  expect(err).toContain("Trying how this repository is set up and tested.");
  expect(out).toMatch(/^ {2}ok {2}npm test: green: 1 test; set up in \d+\.\d s, tested in \d+\.\d s$/m);
  expect(out).toContain(`${WORKFLOW}  would be written`);
  expect(out).toContain("    uses: loopwright/loopwright/.github/workflows/loop.yml@v1");
  expect(out).toContain(`    ${SCHEMA_LINE}`);
  expect(out).toContain("gh secret set ANTHROPIC_API_KEY --repo acme/split");
  expect(out).toContain("Nothing is written yet. To write it, say the same with --yes.");
  expect(code).toBe(0);
  expect(whole(stage.repository)).toBe(before);
  expect(leftIn(stage.temp)).toEqual([]);
  expect(stage.model.requests).toEqual([]);
});

it("writes what is missing, keeps what is there, and says later what differs", async () => {
  stage = await aStage({ files: FRESH });
  const unset = await init("--check");
  expect(unset.out).toMatch(/^Files\n {2}\.github\/workflows\/loopwright\.yml {2}is missing\n {2}\.github\/loopwright\.yml +is missing\n/);
  expect(unset.code).toBe(1);
  expect(await init("--zero-server", "--yes")).toMatchObject({ code: 0, out: expect.stringMatching(/written/) });
  expect(textOf(WORKFLOW)).toBe(shortWorkflow("workflow"));
  expect(() => parseConfig(textOf(CONFIG), [])).not.toThrow();
  expect(textOf(CONFIG)).toMatch(/^# checks: \{ test: ".+" \}$/m);
  expect(await init("--zero-server", "--check")).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringMatching(/loopwright\.yml +is there$/m),
  });
  expect(await init("--check")).toMatchObject({ code: 1, out: expect.stringContaining("is there, and is another: it stays as it is") });
  writeFileSync(join(stage.repository.folder, CONFIG), "label: mine\n");
  const again = await init("--yes");
  expect(again.out).not.toContain("--yes.");
  expect([textOf(WORKFLOW), textOf(CONFIG)]).toEqual([shortWorkflow("workflow"), "label: mine\n"]);
});

it("says where nothing tests the repository what to write, and ends with 1", async () => {
  stage = await aStage({ files: { "README.md": "# nothing\n" } });
  const { code, out } = await init("--json");
  const { tried, files, steps } = JSON.parse(out);
  expect(files.map(({ state }: { state: string }) => state)).toEqual(["missing", "missing"]);
  expect(steps.length).toBeGreaterThan(3);
  expect(tried).toEqual([{ commands: [], works: false, says: "nothing tests it" }]);
  expect(files[1].text).toContain("# Nothing that was found sets this repository up and tests it. Say here what does:");
  expect(code).toBe(1);
  expect(existsSync(join(stage.repository.folder, CONFIG))).toBe(false);
});

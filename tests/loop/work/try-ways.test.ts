/** The ways of a repository, tried over real git and real processes: which of them works, and why the others do not. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { DetectedCommands } from "#core/detection/detected-commands.ts";
import { repositoryFiles } from "#loop/work/detected.ts";
import { tryWays } from "#loop/work/try-ways.ts";
import { plain, stage } from "../../adapters/git/stage.ts";

const FILES = {
  "package.json": '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  "test/one.test.js": 'import test from "node:test";\ntest("holds", () => {});\n',
  ".github/workflows/ci.yml": "jobs: { test: { steps: [{ run: npm test }] } }\n",
  ".github/workflows/bad.yml": "a: [\n",
};

const NO_CHECKS = { test: null, build: null, lint: null, types: null, format: null };
const way = (test: string | null, ...setup: readonly string[]): DetectedCommands => ({
  setup,
  checks: { ...NO_CHECKS, test },
  reasons: [],
});

const tried = (...ways: readonly DetectedCommands[]) => triedBy(() => Date.now(), ways);

async function triedBy(now: () => number, ways: readonly DetectedCommands[]) {
  const { workspace, tree } = stage(plain, FILES);
  const signal = new AbortController().signal;
  const trial = { workspace, tree, timeout: 20_000, signal, now };
  const { chosen, tried } = await tryWays(ways, trial);
  const workingCopy = await workspace.open(tree, { git: false });
  const { stdout } = await workingCopy.toolAccess.exec("ls", { timeout: 20_000, signal });
  await workingCopy.close();
  const words = (text: string): string => text.split("\n").slice(0, 2).join(" ");
  return {
    chosen: chosen?.commands.checks.test,
    names: chosen?.tests?.names?.passed ?? [],
    made: stdout.split("\n").filter((name) => name.startsWith("made")),
    tried: tried.map(({ tests, failed }) => (failed === null ? (tests?.green ?? "no tests") : words(failed))),
  };
}

const RED = "echo 'not ok 1 - fails'; echo 'ok 2 - holds'; echo 1..2; exit 1";

it("takes the first way that is green and names its tests, with what its setup made", async () => {
  expect(await tried(way(null), way("exit 3"), way("cat made && node --test", "echo > made"), way("true"))).toEqual({
    chosen: "cat made && node --test",
    names: [expect.stringContaining("holds")],
    made: ["made"],
    tried: ["no tests", "tests: exit 3 the tests fail on the base and name no test, so nothing can be compared", true],
  });
});

it("says which setup failed, and takes nothing of it into the next way", async () => {
  const { chosen, tried: all } = await tried(way("node --test", "echo > made", "echo broken >&2; exit 4"), way("test -f made"));
  expect(chosen).toBeUndefined();
  expect(all).toEqual([
    "setup: echo broken >&2; exit 4 exit code 4",
    "tests: test -f made the tests fail on the base and name no test, so nothing can be compared",
  ]);
});

it("goes back to a way that is green without names, then to one that is red and names its tests, then to none that tests", async () => {
  expect(await tried(way("true", "echo > made-1"), way("exit 1", "echo > made-2"))).toMatchObject({ chosen: "true", made: ["made-1"] });
  expect(await tried(way(null), way(RED, "echo > made"), way("exit 1"))).toMatchObject({
    chosen: RED,
    made: ["made"],
    tried: ["no tests", false, "tests: exit 1 the tests fail on the base and name no test, so nothing can be compared"],
  });
  expect(await tried(way(null), way("exit 1"))).toMatchObject({ chosen: null });
});

it("begins no further way after a quarter of an hour", async () => {
  let [now, looks] = [0, 0];
  const slow = (): number => {
    looks += 1;
    now += looks === 2 ? 0 : 16 * 60_000;
    return now;
  };
  expect((await triedBy(slow, [way("exit 1"), way("true"), way("true", "true")])).tried).toEqual([
    "tests: exit 1 the tests fail on the base and name no test, so nothing can be compared",
  ]);
});

it("takes no runner that ran nothing", async () => {
  expect(await tried(way("node --test none/*.js; echo '# tests 0'; echo '# pass 0'"))).toMatchObject({ chosen: undefined });
});

it("reads manifests as text and workflows as data; one that is broken holds nothing", async () => {
  const { workspace, tree } = stage(plain, FILES);
  const files = await repositoryFiles(workspace, tree);
  expect(files.paths).toEqual(Object.keys(FILES).toSorted((a, b) => (a < b ? -1 : 1)));
  expect([...files.texts.keys()]).toEqual(["package.json"]);
  expect(Object.fromEntries(files.workflows)).toEqual({
    ".github/workflows/bad.yml": null,
    ".github/workflows/ci.yml": { jobs: { test: { steps: [{ run: "npm test" }] } } },
  });
});

it("runs a setup that failed once, not again for the next test command", async () => {
  const counted = join(mkdtempSync(join(tmpdir(), "ways-")), "count");
  const { tried: all } = await tried(way("one", `echo x >> ${counted}; exit 1`), way("two", `echo x >> ${counted}; exit 1`));
  expect([all.length, all[0], readFileSync(counted, "utf8")]).toEqual([2, all[1], "x\n"]);
});

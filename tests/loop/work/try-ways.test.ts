/** The ways of a repository, tried over real git and real processes: which of them works, and why the others do not. */
import { expect, it } from "vitest";
import { found, type Way, wayOf } from "#core/detection/way.ts";
import { repositoryFiles } from "#loop/work/detected.ts";
import { tryWays } from "#loop/work/try-ways.ts";
import { plain, stage } from "../../adapters/git/stage.ts";

const FILES = {
  "package.json": '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  "test/one.test.js": 'import test from "node:test";\ntest("holds", () => {});\n',
  ".github/workflows/ci.yml": "jobs: { test: { steps: [{ run: npm test }] } }\n",
  ".github/workflows/bad.yml": "a: [\n",
};

const way = (test: string | null, ...setup: readonly string[]): Way =>
  wayOf("a way", { setup: setup.map((run) => ({ run, why: "told" })), test: test === null ? null : found(test, "told") });

async function tried(...ways: readonly Way[]) {
  const { workspace, tree } = stage(plain, FILES);
  const trial = { workspace, tree, timeout: 20_000, signal: new AbortController().signal, now: () => Date.now() };
  const { chosen, tried } = await tryWays(ways, trial);
  return {
    chosen: chosen?.way.test?.run ?? null,
    names: chosen?.names ?? 0,
    tried: tried.map(({ isGreen, details }) => `${isGreen ? "green" : "red"}: ${details.split("\n").slice(0, 2).join(" ")}`),
  };
}

it("takes the first way that is green and names its tests, with what its setup made", async () => {
  expect(await tried(way(null), way("exit 3"), way("cat made && node --test", "echo > made"), way("true"))).toMatchObject({
    chosen: "cat made && node --test",
    names: 1,
    tried: ["red: no command tests", "red: exit code 3", expect.stringMatching(/^green: exit code 0/)],
  });
});

it("says which setup failed, and takes nothing of it into the next way", async () => {
  const { chosen, tried: all } = await tried(way("node --test", "echo > made", "echo broken >&2; exit 4"), way("test -f made"));
  expect(chosen).toBeNull();
  expect(all).toEqual(["red: setup: echo broken >&2; exit 4 exit code 4", "red: exit code 1"]);
});

it("takes a way that is green without names where no other is, and no runner that ran nothing", async () => {
  expect(await tried(way("true"), way("exit 1"))).toMatchObject({ chosen: "true", names: 0 });
  expect(await tried(way("node --test none/*.js; echo '# tests 0'; echo '# pass 0'"))).toMatchObject({ chosen: null });
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

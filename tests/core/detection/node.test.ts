import { expect, it } from "vitest";
import { nodeWays } from "#core/detection/node.ts";
import { ciJobs } from "#core/detection/workflows.ts";
import { ci, filesOf, manifest } from "./files.ts";

const BIN = 'export PATH="$PWD/node_modules/.bin:$PATH" && ';

/** The commands of the likeliest way of a package, null where there is none. */
function first(texts: Record<string, string>, workflows: Record<string, unknown> = {}) {
  const files = filesOf(texts, workflows);
  const [way] = nodeWays(files, ciJobs(files));
  if (way === undefined) return null;
  const { name, setup, test, build, lint, types } = way;
  return { name, setup: setup.map(({ run }) => run), test: test?.run, build: build?.run, lint: lint?.run, types: types?.run };
}

const DEV = { devDependencies: { ava: "1" } };

it.each<[what: string, json: object, test: string | undefined]>([
  ["a script that only tests", { scripts: { test: "node --test" } }, "npm test"],
  ["a chain with lint and types", { scripts: { test: "xo && ava && tsd" } }, `${BIN}ava --tap`],
  [
    "a build that the tests need",
    { scripts: { test: "npm run lint && tsc && node --test", lint: "eslint ." } },
    `${BIN}tsc && node --test`,
  ],
  ["a runner that must be told", { scripts: { test: "vitest" } }, `${BIN}vitest --reporter=verbose`],
  ["a script of another name", { scripts: { unit: "node --test" } }, "npm run unit"],
  ["a script that is no test", { scripts: { test: 'echo "Error: no test specified" && exit 1' } }, undefined],
  ["a script that starts a file", { scripts: { test: "node run.js" } }, "npm test"],
  ["nothing but a lint", { scripts: { test: "xo" } }, undefined],
  ["a runner among the packages", { devDependencies: { vitest: "1" } }, `${BIN}vitest run --reporter=verbose`],
  ["a runner that needs no word", { devDependencies: { mocha: "1" } }, `${BIN}mocha --reporter=spec`],
  ["workspaces without a script", { workspaces: ["a"] }, "npm test --workspaces --if-present"],
  ["scripts that are none", { scripts: { test: 1 } }, undefined],
])("finds the test of %s", (_what, json, test) => {
  expect(first({ "package.json": manifest(json) })?.test).toBe(test);
});

it("runs node's own runner where files of tests are there and nothing runs them", () => {
  expect(first({ "package.json": "{}", "lib/split.test.js": "" })?.test).toBe("node --test");
});

it("keeps what else the script checks as commands of their own", () => {
  expect(first({ "package.json": manifest({ scripts: { test: "xo && prettier --check . && ava && tsd" } }) })).toMatchObject({
    lint: `${BIN}xo && prettier --check .`,
    types: `${BIN}tsd`,
  });
  const scripts = { test: "xo && ava", lint: "xo", typecheck: "tsc", build: "tsup" };
  expect(first({ "package.json": manifest({ scripts }) })).toMatchObject({
    lint: "npm run lint",
    types: "npm run typecheck",
    build: "npm run build",
  });
});

it.each<[lock: string, json: object, name: string, setup: string[]]>([
  ["package-lock.json", {}, "npm", ["npm ci || npm ci --ignore-scripts"]],
  ["none", DEV, "npm", ["npm install --no-audit --no-fund || npm install --no-audit --no-fund --ignore-scripts"]],
  ["none", {}, "npm", []],
  ["none", { workspaces: ["a"] }, "npm", ["npm install --no-audit --no-fund || npm install --no-audit --no-fund --ignore-scripts"]],
  [
    "pnpm-lock.yaml",
    DEV,
    "pnpm",
    ["npx --yes pnpm@10 install --frozen-lockfile || npx --yes pnpm@10 install --frozen-lockfile --ignore-scripts"],
  ],
  [
    "none",
    { ...DEV, packageManager: "pnpm@8.6.1+sha256.abc" },
    "pnpm",
    ["npx --yes pnpm@8.6.1 install --no-frozen-lockfile || npx --yes pnpm@8.6.1 install --no-frozen-lockfile --ignore-scripts"],
  ],
  [
    "yarn.lock",
    DEV,
    "yarn",
    [
      "npx --yes yarn@1 install --ignore-engines --frozen-lockfile || npx --yes yarn@1 install --ignore-engines --frozen-lockfile --ignore-scripts",
    ],
  ],
  [
    "yarn.lock",
    { ...DEV, packageManager: "yarn@4.5.0" },
    "yarn",
    [
      "YARN_NODE_LINKER=node-modules npx --yes @yarnpkg/cli-dist@4.5.0 install || YARN_ENABLE_SCRIPTS=0 YARN_NODE_LINKER=node-modules npx --yes @yarnpkg/cli-dist@4.5.0 install",
    ],
  ],
  [
    "none",
    { ...DEV, packageManager: "yarn@1.22.19" },
    "yarn",
    ["npx --yes yarn@1.22.19 install --ignore-engines || npx --yes yarn@1.22.19 install --ignore-engines --ignore-scripts"],
  ],
  ["bun.lockb", DEV, "bun", ["npx --yes bun@1 install || npx --yes bun@1 install --ignore-scripts"]],
  [
    "none",
    { ...DEV, packageManager: "npm@10.0.0" },
    "npm",
    ["npm install --no-audit --no-fund || npm install --no-audit --no-fund --ignore-scripts"],
  ],
])("installs with the lock %s and %j", (lock, json, name, setup) => {
  expect(first({ "package.json": manifest(json), [lock]: "" })).toMatchObject({ name, setup });
});

it("takes a setting or a lock of the newer yarn for what it is", () => {
  expect(first({ "package.json": manifest({ ...DEV, packageManager: "yarn" }), "yarn.lock": "", ".yarnrc.yml": "" })?.setup[0]).toMatch(
    /cli-dist@4 install/,
  );
  expect(first({ "package.json": manifest(DEV), "yarn.lock": "__metadata:\n  version: 8\n" })?.setup[0]).toMatch(/cli-dist@4 install/);
});

it("tests as CI does where that is another script", () => {
  const scripts = { test: "xo && ava", "test:all": "ava && mocha", lint: "xo" };
  expect(
    first({ "package.json": manifest({ scripts }) }, { ".github/workflows/ci.yml": ci("npm run lint", "npm run test:all") })?.test,
  ).toBe(`${BIN}ava --tap && mocha --reporter=spec`);
});

it("finds no way where there is no package, or one that cannot be read", () => {
  expect(first({})).toBeNull();
  expect(first({ "package.json": "{" })).toBeNull();
  expect(first({ "package.json": "null" })).toMatchObject({ setup: [] });
});

it("builds before it tests where CI does, once the tests alone were tried", () => {
  const files = { "package.json": manifest({ scripts: { build: "tsc", test: "mocha" } }) };
  const tests = (...runs: readonly string[]) =>
    nodeWays(filesOf(files), ciJobs(filesOf({}, { ".github/workflows/ci.yml": ci(...runs) }))).map(({ test }) => test?.run);
  const own = `${BIN}mocha --reporter=spec`;
  expect(tests("npm ci", "npm run build --if-present", "npm test")).toEqual([own, `npm run build && ${own}`, own]);
  expect(tests("npm test", "npm run build")).toEqual([own, own]);
  expect(tests("npm run build")).toEqual([own]);
});

/** Finds how a package of Node is set up and tested: its manager, and the part of its scripts that tests. */
import { namingTests } from "./command-kind.ts";
import { managerOf } from "./node-manager.ts";
import { calledBy, type Manifest, manifestOf, partsOf, type ScriptPart } from "./scripts.ts";
import { type FoundCommand, found, type RepositoryFiles, type Way, wayOf } from "./way.ts";
import type { CiJob } from "./workflows.ts";

/** Scripts that test, by the names that people give them. */
const TESTS = ["test", "tests", "test:unit", "unit", "unit-test", "test-unit", "test:ci", "mocha", "jest", "vitest"];
/** Scripts that only look, by their usual names. */
const TYPES = ["types", "typecheck", "type-check", "check-types", "tsc"];
/** Scripts that make what is published, by their usual names. */
const BUILDS = ["build", "compile"];
/** Runners that need no script. */
const RUNNERS = ["vitest", "jest", "mocha", "ava", "tap"];

/** The programs of a package's own dependencies come first, as npm has it for its scripts. */
const withBin = (run: string): string => `export PATH="$PWD/node_modules/.bin:$PATH" && ${run}`;

/** As npm calls a script, whatever manager installed the packages: npm is where node is. */
const scriptCall = (name: string): string => (name === "test" ? "npm test" : `npm run ${name}`);

/** The way of a package. `wanted`: the scripts that may test, the likeliest first. */
function nodeWay(files: RepositoryFiles, manifest: Manifest, wanted: readonly string[] = TESTS, why = ""): Way {
  const { scripts, packages } = manifest;
  const manager = managerOf(files, manifest);
  const name = wanted.find((one) => Object.hasOwn(scripts, one));
  const parts = name === undefined ? [] : partsOf(scripts, name);
  const script = (names: readonly string[]): FoundCommand | null => {
    const one = names.find((candidate) => Object.hasOwn(scripts, candidate));
    return one === undefined ? null : found(scriptCall(one), `package.json has the script ${one}`);
  };
  const rest = (kind: ScriptPart["kind"]): FoundCommand | null => {
    const own = parts.filter((part) => part.kind === kind).map(({ run }) => run);
    return own.length === 0 ? null : found(withBin(own.join(" && ")), `a part of the script ${name}`);
  };
  return wayOf(manager.name, {
    setup: packages.size > 0 || manager.isLocked || manifest.hasWorkspaces ? manager.setup : [],
    test: name === undefined ? withoutScript(files, manifest) : testOf(name, parts, why),
    build: script(BUILDS),
    lint: script(["lint"]) ?? rest("lint"),
    types: script(TYPES) ?? rest("types"),
  });
}

/** The script itself where all of it is needed; else the commands in it that test, and what they need before them. */
function testOf(name: string, parts: readonly ScriptPart[], why: string): FoundCommand | null {
  const last = parts.findLastIndex(({ kind }) => kind === "test" || kind === "script");
  const needed = (last === -1 ? parts : parts.slice(0, last + 1)).filter(
    ({ kind }) => kind !== "lint" && kind !== "types",
  );
  const runs = needed.map(({ kind, run }) => (kind === "test" ? namingTests(run) : run));
  if (needed.length === 0) return null;
  const isWhole = needed.length === parts.length && needed.every(({ run }, index) => run === runs[index]);
  const from = why || `package.json has the script ${name}`;
  if (isWhole) return { run: scriptCall(name), why: from };
  return { run: withBin(runs.join(" && ")), why: `${from}; this is the part of it that tests` };
}

/** A package without a script that tests: its workspaces, a runner among its packages, or node's own runner. */
function withoutScript(files: RepositoryFiles, { packages, hasWorkspaces }: Manifest): FoundCommand | null {
  if (hasWorkspaces) return { run: "npm test --workspaces --if-present", why: "package.json names workspaces" };
  const runner = RUNNERS.find((name) => packages.has(name));
  if (runner !== undefined)
    return {
      run: withBin(namingTests(runner === "vitest" ? "vitest run" : runner)),
      why: `package.json needs ${runner}`,
    };
  const isTest = files.paths.some((path) => /(?:^|\/)[\w.-]+[._-]test\.[cm]?js$/.test(path));
  return isTest ? { run: "node --test", why: "files of tests are there, and no script runs them" } : null;
}

/** The ways of a package, the likeliest first: with the scripts that its CI calls, then with the usual one. */
export function nodeWays(files: RepositoryFiles, jobs: readonly CiJob[]): readonly Way[] {
  const manifest = manifestOf(files.texts.get("package.json") ?? "");
  if (manifest === null) return [];
  const { scripts } = manifest;
  const tests = (name: string): boolean =>
    partsOf(scripts, name).some(({ kind }) => kind === "test" || kind === "script");
  const called = jobs.flatMap(({ path, commands }) => {
    const names = commands.filter(({ folder }) => folder === "").flatMap(({ run }) => calledBy(scripts, run));
    const builds = names.slice(0, Math.max(0, names.findIndex(tests))).filter((name) => BUILDS.includes(name));
    return names
      .filter(tests)
      .map((name) => nodeWay(files, manifest, [name], `${path} runs the script ${name}`))
      .flatMap((way) => [way, ...builtBefore(way, builds)]);
  });
  return [...called, nodeWay(files, manifest)];
}

/** Where CI builds before it tests, the tests may need what is built: tried after the tests alone. */
function builtBefore(way: Way, builds: readonly string[]): readonly Way[] {
  const [build] = builds;
  if (build === undefined || way.test === null) return [];
  const test = found(`${scriptCall(build)} && ${way.test.run}`, `${way.test.why}, after the script ${build}`);
  return [{ ...way, test }];
}

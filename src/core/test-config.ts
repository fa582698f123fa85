/** Whether a change alters how tests are run, rather than a test (RH-04, RH-05). */
import * as z from "zod";
import { canonical } from "./digest.ts";
import { type Content, NOT_TEXT } from "./file-change.ts";
import { matches } from "./glob.ts";
import { testScripts } from "./test-scripts.ts";

/** Files that a test runner, or what starts it, reads before the tests. They are not read: any change of one counts. */
const FILES = [
  "**/{vite,vitest,jest,playwright,cypress,karma,ava}.config.*",
  "**/vitest.workspace.*",
  "**/.mocharc*",
  "**/{conftest,sitecustomize,usercustomize}.py",
  "**/{pytest,.pytest,tox}.ini",
  "**/phpunit.xml*",
  "**/.rspec",
  "**/.npmrc",
  "**/{Makefile,makefile,GNUmakefile}",
  "**/{pyproject,Cargo}.toml",
  "**/setup.cfg",
];

const Manifest = z.object({
  scripts: z.record(z.string(), z.unknown()).default({}),
  jest: z.unknown().optional(),
  vitest: z.unknown().optional(),
  mocha: z.unknown().optional(),
  ava: z.unknown().optional(),
});

/** One sentence for each way in which the change alters the configuration of tests. What is there and is no text cannot be compared: any change of it counts. */
export function configurationChanges(path: string, before: Content, after: Content): readonly string[] {
  if (before === NOT_TEXT || after === NOT_TEXT) {
    const counts = isManifest(path) || configuresTests(path);
    return counts ? [`This file configures the test runner; it was ${verb(before, after)}, and no text can be compared.`] : [];
  }
  if (before === after) return [];
  if (isManifest(path)) return manifestChanges(settingsOf(before), settingsOf(after));
  return configuresTests(path) ? [`This file configures the test runner; it was ${verb(before, after)}.`] : [];
}

function isManifest(path: string): boolean {
  return matches(["**/package.json"], path);
}

/** True for a file that a test runner, or what starts it, reads before the tests; a package.json is none, it is read by its keys. Pure. */
export function configuresTests(path: string): boolean {
  return matches(FILES, path);
}

function verb(before: Content, after: Content): string {
  if (before === null) return "added";
  return after === null ? "deleted" : "changed";
}

/** A manifest that ran no tests before has nothing that could be weakened. Versions of dependencies are no settings. */
function manifestChanges(before: Settings, after: Settings): readonly string[] {
  if (!before.scripts.has("test")) return [];
  const reached = new Set([...testScripts(before.scripts), ...testScripts(after.scripts)]);
  return [
    ...differences(only(before.scripts, reached), only(after.scripts, reached)).map((text) => `scripts.${text}`),
    ...differences(before.runners, after.runners),
  ];
}

function only(scripts: Words, names: ReadonlySet<string>): Words {
  return new Map([...scripts].filter(([name]) => names.has(name)));
}

function differences(before: Words, after: Words): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name} was ${shown(before.get(name))}, is ${shown(after.get(name))}.`);
}

function shown(value: string | undefined): string {
  return value?.slice(0, 200) ?? "not there";
}

/** Names to canonical JSON. */
type Words = ReadonlyMap<string, string>;

interface Settings {
  readonly scripts: Words;
  readonly runners: Words;
}

/** What a package.json says of scripts and test runners. Nothing for a file that is missing or that npm could not read. */
function settingsOf(text: string | null): Settings {
  const { data } = Manifest.safeParse(parsed(text));
  const { scripts = {}, ...runners } = data ?? {};
  return { scripts: wordsOf(scripts), runners: wordsOf(runners) };
}

function wordsOf(values: Readonly<Record<string, unknown>>): Words {
  return new Map(Object.entries(values).map(([name, value]) => [name, canonical(value)]));
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    // A manifest that is no JSON is a value here: it holds no settings, so that breaking one is found as their loss.
    return null;
  }
}

/** Settings of tests inside manifests: the guard compares a package.json before and after a change, key by key. */
import * as z from "zod";
import { addsTargetsOnly } from "#core/analysis/manifests/make-targets.ts";
import { testSettingsIn } from "#core/analysis/manifests/manifest-settings.ts";
import type { FileContent } from "#core/analysis/source/file-change.ts";
import { canonicalJson } from "#core/values/digest.ts";
import { matchesGlobs } from "#core/values/glob.ts";
import { testScripts } from "./test-scripts.ts";

const Manifest = z.object({
  scripts: z.record(z.string(), z.unknown()).default({}),
  jest: z.unknown().optional(),
  vitest: z.unknown().optional(),
  mocha: z.unknown().optional(),
  ava: z.unknown().optional(),
});

/** True where a change of a file of this path steers no test. `null`: the file is not there. Pure. */
export function isSameSteering(path: string, before: string | null, after: string | null): boolean {
  // npm has settings of its own where the file is missing: one that sets nothing is the same.
  if (before === null || after === null)
    return NPM.test(path) && testSettingsIn(path, `${before ?? ""}${after ?? ""}`) === "";
  if (testSettingsIn(path, before) === testSettingsIn(path, after)) return true;
  return MAKEFILE.test(path) && addsTargetsOnly(before, after);
}

const NPM = /(?:^|\/)\.npmrc$/;
const MAKEFILE = /(?:^|\/)(?:GNU)?[Mm]akefile$/;

const MANIFESTS = ["**/package.json"];

export function isManifest(path: string): boolean {
  return matchesGlobs(MANIFESTS, path);
}

export function verb(before: FileContent, after: FileContent): string {
  if (before === null) return "added";
  return after === null ? "deleted" : "changed";
}

/** A manifest that ran no tests before has nothing that could be weakened. Versions of dependencies are no settings. */
export function manifestChanges(before: Settings, after: Settings): readonly string[] {
  if (!before.scripts.has("test")) return [];
  const known = [...before.scripts.keys()];
  const reached = new Set([...testScripts(before.scripts, known), ...testScripts(after.scripts, known)]);
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

/**
 * The scripts and the settings of test runners in a package.json; none for a file that is missing or that npm could not
 * read.
 */
export function settingsOf(text: string | null): Settings {
  const { data } = Manifest.safeParse(parsed(text));
  const { scripts = {}, ...runners } = data ?? {};
  return { scripts: wordsOf(scripts), runners: wordsOf(runners) };
}

function wordsOf(values: Readonly<Record<string, unknown>>): Words {
  return new Map(Object.entries(values).map(([name, value]) => [name, canonicalJson(value)]));
}

function parsed(text: string | null): unknown {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isDeep(value) ? null : value;
  } catch {
    // A manifest that is no JSON is a value here: it holds no settings, so that breaking one is found as their loss.
    return null;
  }
}

/** No honest manifest is nested deeper. A deeper one would exhaust the stack of the code that serialises it. */
const DEEPEST = 100;

function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1)
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  return level.length > 0;
}

/** Whether a change alters how tests are run, rather than a test (RH-04, RH-05). */
import * as z from "zod";
import { type FileContent, NOT_TEXT } from "#core/analysis/source/file-change.ts";
import { canonicalJson } from "#core/values/digest.ts";
import { matchesGlobs } from "#core/values/glob.ts";
import { testSettingsIn } from "./manifest-settings.ts";
import { testScripts } from "./test-scripts.ts";

/** Files that a test runner, or what starts it, reads before the tests. Any change of one counts, but for dependencies (`steering`). */
const FILES = [
  "**/{vite,vitest,jest,playwright,cypress,karma,ava,babel,jasmine,web-test-runner}.config.*",
  "**/{karma,wdio,nightwatch,protractor}.conf.*",
  "**/{jasmine,testem,nightwatch}.json",
  "**/vitest.workspace.*",
  "**/.{mocharc,taprc,babelrc,yarnrc}*",
  "**/.pnpmfile.*",
  "**/{bunfig.toml,deno.json,deno.jsonc}",
  "**/{conftest,sitecustomize,usercustomize,noxfile}.py",
  // Python takes a module of the current folder for the runner's own.
  "**/{pytest,_pytest,pluggy,nose,nose2}{.py,/__init__.py}",
  "**/{pytest,.pytest,tox}.{ini,toml}",
  "**/phpunit*.xml*",
  "**/{composer.json,behat.y*ml,codeception*.y*ml}",
  "**/{.rspec,Rakefile,rakefile,Rakefile.rb,rakefile.rb}",
  "**/.npmrc",
  "**/{Makefile,makefile,GNUmakefile,justfile,Justfile,.justfile}",
  "**/[Tt]askfile*.y*ml",
  "**/{pyproject,Cargo}.toml",
  "**/.cargo/{config,config.toml}",
  "**/.config/nextest.toml",
  "**/setup.cfg",
  "**/{build,settings,init}.gradle",
  "**/{build,settings,init}.gradle.kts",
  "**/gradle.properties",
  "**/pom.xml",
  "**/.mvn/*",
  "**/{build.xml,build.sbt,mix.exs,Package.swift,meson.build,.bazelrc}",
  "**/{CMakeLists.txt,CMakePresets.json,CTestCustom.cmake,CTestConfig.cmake}",
  "**/{*.runsettings,xunit.runner.json,Directory.Build.props,Directory.Build.targets}",
];

const Manifest = z.object({
  scripts: z.record(z.string(), z.unknown()).default({}),
  jest: z.unknown().optional(),
  vitest: z.unknown().optional(),
  mocha: z.unknown().optional(),
  ava: z.unknown().optional(),
});

/** One sentence for each way in which the change alters the configuration of tests. What is there and is no text cannot be compared: any change of it counts. */
export function configurationChanges(path: string, before: FileContent, after: FileContent): readonly string[] {
  if (before === NOT_TEXT || after === NOT_TEXT) {
    const counts = isManifest(path) || configuresTests(path);
    return counts ? [`This file configures the test runner; it was ${verb(before, after)}, and no text can be compared.`] : [];
  }
  if (before === after) return [];
  if (isManifest(path)) return manifestChanges(settingsOf(before), settingsOf(after));
  if (!configuresTests(path) || isSameSteering(path, before, after)) return [];
  return [`This file configures the test runner; it was ${verb(before, after)}.`];
}

function isSameSteering(path: string, before: string | null, after: string | null): boolean {
  return before !== null && after !== null && testSettingsIn(path, before) === testSettingsIn(path, after);
}

const MANIFESTS = ["**/package.json"];

function isManifest(path: string): boolean {
  return matchesGlobs(MANIFESTS, path);
}

/** True for a file that a test runner, or what starts it, reads before the tests; a package.json is none, it is read by its keys. Pure. */
export function configuresTests(path: string): boolean {
  return matchesGlobs(FILES, path);
}

function verb(before: FileContent, after: FileContent): string {
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

/** No honest manifest is nested deeper. One that is would use the stack of whoever writes it down. */
const DEEPEST = 100;

function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1)
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  return level.length > 0;
}

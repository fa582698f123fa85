/** Finds changes that alter how tests are run, rather than a test. */
import { type FileContent, NOT_TEXT } from "#core/analysis/source/file-change.ts";
import { matchesGlobs } from "#core/values/glob.ts";
import { isManifest, isSameSteering, manifestChanges, settingsOf, verb } from "./test-manifests.ts";

/**
 * Files that a test runner, or a program that starts one, reads before the tests. Any change of one counts, but for
 * changes that steer no test (`isSameSteering`).
 */
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

/**
 * Gives one sentence for each way in which a change alters the configuration of tests. A file that exists and is no
 * text cannot be compared: any change of it counts.
 */
export function configurationChanges(path: string, before: FileContent, after: FileContent): readonly string[] {
  if (before === NOT_TEXT || after === NOT_TEXT) {
    const counts = isManifest(path) || configuresTests(path);
    return counts
      ? [`This file configures the test runner; it was ${verb(before, after)}, and no text can be compared.`]
      : [];
  }
  if (before === after) return [];
  if (isManifest(path)) return manifestChanges(settingsOf(before), settingsOf(after));
  if (!configuresTests(path) || isSameSteering(path, before, after)) return [];
  return [`This file configures the test runner; it was ${verb(before, after)}.`];
}

/**
 * True for a file that a test runner, or a program that starts one, reads before the tests; false for a package.json,
 * which the guard compares key by key. Pure.
 */
export function configuresTests(path: string): boolean {
  return matchesGlobs(FILES, path);
}

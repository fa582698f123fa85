/** Decides which landed changes may have closed a bug: those that change source and tests together. */
import type { ChangedPath } from "#core/analysis/changes/changed-path.ts";
import { globMatcher } from "#core/values/glob.ts";

/** A commit of the branch, with the one that it landed on. `subject`: a stranger's line of text. */
export interface LandedChange {
  readonly commit: string;
  readonly parent: string;
  readonly subject: string;
}

/** A change that may have closed a bug. `tests` and `sources` are what it touches of both, in path order. */
export interface Candidate extends LandedChange {
  readonly tests: readonly string[];
  readonly sources: readonly string[];
  /** All paths that it touches. */
  readonly paths: readonly string[];
}

/** The most paths of a change: a plan names no more in its scope. */
const MOST_PATHS = 30;

/** Endings of files that no test runs: a change of these alone mends no program. */
const PROSE = new Set(["md", "markdown", "rst", "txt", "adoc", "lock", "png", "svg", "gif", "jpg"]);

/** The part of a path's name after its last dot, in lower case; empty where it has none. Pure. */
export function fileEndingOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** The candidate, or null for a change without source, without tests, or with more than 30 paths. Pure. */
export function candidateOf(
  change: LandedChange,
  changed: readonly ChangedPath[],
  testGlobs: readonly string[],
): Candidate | null {
  const isTest = globMatcher(testGlobs);
  const paths = changed.map(({ path }) => path);
  const tests = paths.filter(isTest);
  const sources = paths.filter((path) => !isTest(path) && isProgram(path));
  if (tests.length === 0 || sources.length === 0 || paths.length > MOST_PATHS) return null;
  return { ...change, tests, sources, paths };
}

/** What GitHub runs, and names without an ending such as LICENSE, are no program that the tests look at. */
function isProgram(path: string): boolean {
  const ending = fileEndingOf(path);
  return ending !== "" && !PROSE.has(ending) && !path.startsWith(".github/");
}

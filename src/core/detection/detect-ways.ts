/**
 * Finds the ways in which a repository may be set up and tested, the likeliest first: what its CI runs, then what its
 * manifests say, then what is usual. Which of them works is found out by trying.
 */
import { NATIVE } from "./native.ts";
import { nodeWays } from "./node.ts";
import { pythonWays } from "./python.ts";
import { LANGUAGES } from "./usual.ts";
import type { RepositoryFiles, Way } from "./way.ts";
import { ciJobs, ciWays, likeliestFirst } from "./workflows.ts";

/** Files that are read where they are there, by name; and the workflows. */
const READ = new Set(
  (
    "package.json yarn.lock pyproject.toml setup.cfg tox.ini pytest.ini .pytest.ini requirements.txt go.mod " +
    "Cargo.toml mix.exs Rakefile composer.json CMakeLists.txt GNUmakefile Makefile makefile"
  ).split(" "),
);
const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const REQUIREMENTS = /^(?:requirements\/)?[\w.-]*\.txt$/;
const isTestRequirements = (path: string): boolean => REQUIREMENTS.test(path) && /dev|test/.test(path);

/** As many workflows are read at most: on GitHub each is a request. */
const WORKFLOWS = 8;

/** The paths that detection wants to read, of all paths of a tree: at most thirty. */
export function filesToRead(paths: readonly string[]): readonly string[] {
  const manifests = paths.filter((path) => READ.has(path) || isTestRequirements(path)).slice(0, READ.size);
  return [...manifests, ...likeliestFirst(paths.filter(isWorkflowPath)).slice(0, WORKFLOWS)];
}

/** True for a path that is read as YAML. */
export const isWorkflowPath = (path: string): boolean => WORKFLOW.test(path);

/** All ways, the likeliest first; the same commands once. Without a test command a way is last. */
export function waysOf(files: RepositoryFiles): readonly Way[] {
  const jobs = ciJobs(files);
  const languages = [
    { sources: /\.(?:[cm]?[jt]sx?|vue|svelte)$/, ways: () => nodeWays(files, jobs) },
    { sources: /\.py$/, ways: () => pythonWays(files) },
    ...LANGUAGES.map(({ sources, ways }) => ({ sources, ways: () => ways(files).filter((one) => one !== null) })),
    {
      sources: /\.(?:c|h|cc|cpp|cxx|hpp|hh|sh|bash|bats|p[lm]|t)$/,
      ways: () => [...ciWays(files, jobs), ...nativeWays(files)],
    },
  ];
  const share = ({ sources }: { readonly sources: RegExp }): number =>
    files.paths.filter((path) => sources.test(path)).length;
  const ranked = languages.map((one) => ({ ...one, count: share(one) })).sort((a, b) => b.count - a.count);
  const ways = ranked.flatMap((one) => one.ways());
  const seen = new Set<string>();
  const once = ways.filter((way) => {
    const key = JSON.stringify([way.setup.map(({ run }) => run), way.test?.run]);
    return !seen.has(key) && seen.add(key);
  });
  return [...once.filter(({ test }) => test !== null), ...once.filter(({ test }) => test === null)];
}

const nativeWays = (files: RepositoryFiles): readonly Way[] => NATIVE.flatMap((way) => way(files) ?? []);

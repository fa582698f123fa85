/**
 * Ranks the files of a repository that an issue seems to be about: named in it first, then by the words of their paths.
 */

/** At most so many files. */
const MOST = 10;
/** Words that stand in most issues and most paths say nothing. */
const COMMON = new Set([
  "the",
  "and",
  "for",
  "with",
  "from",
  "that",
  "this",
  "not",
  "src",
  "lib",
  "test",
  "tests",
  "index",
  "main",
  "file",
  "files",
  "should",
]);

/** Relevant paths, the best first; none where nothing fits. */
export function relevantPaths(text: string, paths: readonly string[]): readonly string[] {
  const words = new Set(wordsOf(text));
  const scored = paths.map((path) => ({ path, score: (isNamed(path, text) ? 100 : 0) + shared(path, words) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, MOST)
    .map(({ path }) => path);
}

/** A very short name stands in any text. */
function isNamed(path: string, text: string): boolean {
  return path.length > 3 && text.includes(path);
}

function shared(path: string, words: ReadonlySet<string>): number {
  return wordsOf(path).filter((word) => words.has(word)).length;
}

/** The words of at least three letters, in lower case; `camelCase` counts as two. */
function wordsOf(text: string): readonly string[] {
  const split = text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return [...new Set(split.match(/[a-z0-9]{3,}/g) ?? [])].filter((word) => !COMMON.has(word));
}

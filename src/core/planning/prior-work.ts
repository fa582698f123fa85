/**
 * Finds what the issue or the plan names and the base already has: then the work is to be verified or extended, not
 * made again.
 */
import { trimEndCharacters } from "#core/values/trim-end.ts";

/** The hydrator is shown at most so many. */
const MOST = 20;

/** The paths of the base that a text names as they stand, in the text's order, each once. Linear in the text. */
export function pathsNamedIn(text: string, paths: readonly string[]): readonly string[] {
  const known = new Set(paths);
  const words = text.split(/[\s"'`()<>[\]{},;]+/).map((word) => trimEndCharacters(word.replace(/^\.\//, ""), ".:!?"));
  return [...new Set(words.filter((word) => known.has(word)))].slice(0, MOST);
}

/** The globs of a plan that name one file which the base already has. */
export function existingFiles(globs: readonly string[], paths: readonly string[]): readonly string[] {
  const known = new Set(paths);
  return globs.filter((glob) => known.has(glob)).slice(0, MOST);
}

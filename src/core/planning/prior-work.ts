/** What the issue or the plan names is there already: then it is to be verified or extended, not made again (S0.18). */
import { trimEndCharacters } from "#core/values/trim-end.ts";

/** At most so many are told. */
const MOST = 20;

/** The paths of the base that a text names as they stand, in the text's order, each once. Linear in the text. */
export function pathsNamedIn(text: string, paths: readonly string[]): readonly string[] {
  const known = new Set(paths);
  const words = text.split(/[\s"'`()<>[\]{},;]+/).map((word) => trimEndCharacters(word.replace(/^\.\//, ""), ".:!?"));
  return [...new Set(words.filter((word) => known.has(word)))].slice(0, MOST);
}

/** Those of a plan's globs that name one file, and that the base has already. */
export function existingFiles(globs: readonly string[], paths: readonly string[]): readonly string[] {
  const known = new Set(paths);
  return globs.filter((glob) => known.has(glob)).slice(0, MOST);
}

/** Globs on paths of the repository, as the configuration and the plan name them. */
import picomatch from "picomatch";
import { trimEndCharacters } from "./trim-end.ts";

/**
 * True when the tree has it: a path, a folder, or a glob that matches one of its paths. A name that holds characters
 * of a glob is read both ways.
 */
export function existsInTree(place: string, paths: readonly string[]): boolean {
  const plain = trimEndCharacters(place.replace(/^\.\//, ""), "/");
  const isMatch = picomatch(plain, { dot: true, nonegate: true });
  return paths.some((path) => path === plain || path.startsWith(`${plain}/`) || isMatch(path));
}

/**
 * True when one of the globs matches the path, from the repository's root, with `/`. Dot files match like others; a
 * leading `!` negates nothing.
 */
export function matchesGlobs(globs: readonly string[], path: string): boolean {
  return globMatcher(globs)(path);
}

/** The compiled matchers by their list of globs: callers ask for many paths, one after the other. */
const COMPILED = new WeakMap<readonly string[], (path: string) => boolean>();

/** `matchesGlobs` for many paths. A list is compiled once: do not change one that you gave. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const known = COMPILED.get(globs);
  if (known !== undefined) return known;
  const isMatch = picomatch([...globs], { dot: true, nonegate: true });
  const matcher = (path: string): boolean => isMatch(path);
  COMPILED.set(globs, matcher);
  return matcher;
}

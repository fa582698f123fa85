/** Defines how searches match, wherever the files are: JavaScript's regular expressions, picomatch's globs. */
import picomatch from "picomatch";
import { messageOf } from "#core/values/message-of.ts";
import { Refused, type SearchMatch } from "#ports/tool-access.ts";

/** Characters of a matching line that are returned. */
const LINE = 2_000;

/**
 * A leading `(?i)` means "any case" in most tools; Node 20 does not know it. Throws `Refused` with the engine's own
 * message.
 */
export function searchExpression(pattern: string): RegExp {
  const anyCase = pattern.startsWith("(?i)");
  try {
    return new RegExp(anyCase ? pattern.slice(4) : pattern, anyCase ? "i" : "");
  } catch (error) {
    throw new Refused(`The pattern is not a regular expression of JavaScript: ${messageOf(error)}.`);
  }
}

/** Characters of a glob at most: each brace multiplies what must be tried. */
const GLOB = 1_000;

/**
 * A glob over paths relative to the folder that is searched; `basename`: over names alone. Throws `Refused` for one
 * that leaves it or is too long.
 */
export function globMatcher(pattern: string, basename: boolean): (path: string) => boolean {
  if (pattern.length > GLOB) throw new Refused(`The pattern is longer than ${GLOB} characters. Use a simpler one.`);
  if (pattern.startsWith("/") || pattern.split("/").includes("..")) {
    throw new Refused(
      `The pattern ${JSON.stringify(pattern.slice(0, 200))} leaves the repository. ` +
        "Patterns are relative to the folder that is searched.",
    );
  }
  const matches = picomatch(pattern.replace(/^\.\//, ""), { dot: true, basename });
  return (path) => matches(path);
}

/**
 * The glob of a grep: without a slash it is matched against the name alone; null matches all. Throws as `globMatcher`.
 */
export function grepMatcher(glob: string | null): (path: string) => boolean {
  return glob === null ? () => true : globMatcher(glob, !glob.includes("/"));
}

/**
 * A path as seen from `scope` (a clean path, `""` is the root): relative to it, or to its folder when it is the file
 * itself; null when it is not below.
 */
export function pathWithinScope(scope: string, path: string): string | null {
  if (path === scope) return path.slice(path.lastIndexOf("/") + 1);
  const within = scope === "" ? "" : `${scope}/`;
  return path.startsWith(within) ? path.slice(within.length) : null;
}

/** The lines of a text that match, at most `limit`. */
export function matchesIn(
  path: string,
  text: string,
  { pattern, limit }: { readonly pattern: RegExp; readonly limit: number },
): readonly SearchMatch[] {
  const matches: SearchMatch[] = [];
  const lines = text.split("\n");
  for (const [index, raw] of lines.entries()) {
    if (matches.length === limit) break;
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    const beyondTheEnd = index === lines.length - 1 && raw === "";
    if (!beyondTheEnd && pattern.test(line)) matches.push({ path, line: index + 1, text: line.slice(0, LINE) });
  }
  return matches;
}

/** Searching for the tool host: grep by JavaScript's regular expressions, glob by picomatch (S3.23, S3.24, FS-16 to FS-19). */
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import picomatch from "picomatch";
import { type Match, Refused } from "#ports/hands.ts";
import { withFile } from "./host-files.ts";
import { cleanPath, isGitName } from "./host-path.ts";
import { walk } from "./host-walk.ts";
import { TEXT_LIMIT } from "./protocol.ts";

/** Characters of a matching line that are given back. */
const LINE = 2_000;

/** A leading `(?i)` is how most tools say "any case"; Node 20 does not know it. Throws `Refused` with the engine's own words. */
function expression(pattern: string): RegExp {
  const anyCase = pattern.startsWith("(?i)");
  try {
    return new RegExp(anyCase ? pattern.slice(4) : pattern, anyCase ? "i" : "");
  } catch (error) {
    throw new Refused(`The pattern is not a regular expression of JavaScript: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Patterns see paths relative to the folder that is searched. */
function matcher(pattern: string, basename: boolean): (path: string) => boolean {
  if (pattern.startsWith("/") || pattern.split("/").includes("..")) {
    throw new Refused(
      `The pattern ${JSON.stringify(pattern.slice(0, 200))} leaves the repository. Patterns are relative to the folder that is searched.`,
    );
  }
  const matches = picomatch(pattern.replace(/^\.\//, ""), { dot: true, basename });
  return (path) => matches(path);
}

/** Files at or below `path` that are not ignored, with their path relative to it (to its folder when it is a file). */
function filesBelow(root: string, path: string): readonly { readonly path: string; readonly local: string }[] {
  const scope = cleanPath(path);
  const within = scope === "" ? "" : `${scope}/`;
  const wanted = (folder: string): boolean =>
    !isGitName(folder.slice(folder.lastIndexOf("/") + 1)) && (`${folder}/`.startsWith(within) || within.startsWith(`${folder}/`));
  return walk(root, wanted).flatMap((found) => {
    if (found.kind !== "file") return [];
    if (found.path === scope) return [{ path: scope, local: scope.slice(scope.lastIndexOf("/") + 1) }];
    return found.path.startsWith(within) ? [{ path: found.path, local: found.path.slice(within.length) }] : [];
  });
}

/** The text of a file; null for one that is binary, too large or gone. */
function searchable(root: string, path: string): string | null {
  const bytes = withFile(join(root, path), path, (descriptor, size) => (size > TEXT_LIMIT ? null : readFileSync(descriptor)));
  return bytes === null || bytes.includes(0) ? null : bytes.toString("utf8");
}

function matchesIn(path: string, text: string, { pattern, limit }: { readonly pattern: RegExp; readonly limit: number }): readonly Match[] {
  const matches: Match[] = [];
  const lines = text.split("\n");
  for (const [index, raw] of lines.entries()) {
    if (matches.length === limit) break;
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    const beyondTheEnd = index === lines.length - 1 && raw === "";
    if (!beyondTheEnd && pattern.test(line)) matches.push({ path, line: index + 1, text: line.slice(0, LINE) });
  }
  return matches;
}

/** Matching lines in path order. A glob without a slash is matched against the name alone. Throws `Refused`. */
export function grep(
  root: string,
  options: { readonly pattern: string; readonly glob: string | null; readonly path: string; readonly limit: number },
): readonly Match[] {
  const pattern = expression(options.pattern);
  const wanted = options.glob === null ? () => true : matcher(options.glob, !options.glob.includes("/"));
  const matches: Match[] = [];
  for (const { path, local } of filesBelow(root, options.path)) {
    if (matches.length === options.limit) break;
    const text = wanted(local) ? searchable(root, path) : null;
    if (text !== null) matches.push(...matchesIn(path, text, { pattern, limit: options.limit - matches.length }));
  }
  return matches;
}

/** Paths in order of time, newest first, then by name. Throws `Refused`. */
export function glob(
  root: string,
  options: { readonly pattern: string; readonly path: string; readonly limit: number },
): readonly string[] {
  const wanted = matcher(options.pattern, false);
  return filesBelow(root, options.path)
    .filter(({ local }) => wanted(local))
    .map(({ path }) => ({ path, time: lstatSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.time - a.time)
    .slice(0, options.limit)
    .map(({ path }) => path);
}

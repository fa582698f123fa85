/** Searches the files of a folder for the tool host: grep and glob. */
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isGitName } from "#core/analysis/changes/tree-names.ts";
import type { SearchMatch } from "#ports/tool-access.ts";
import { withFile } from "./host-files.ts";
import { cleanPath } from "./host-path.ts";
import { walkFolder } from "./host-walk.ts";
import { TEXT_LIMIT } from "./protocol.ts";
import { globMatcher, grepMatcher, matchesIn, pathWithinScope, searchExpression } from "./search-text.ts";

/** Files at or below `path` that are not ignored, with their path relative to it (to its folder when it is a file). */
function filesBelow(root: string, path: string): readonly { readonly path: string; readonly local: string }[] {
  const scope = cleanPath(path);
  const within = scope === "" ? "" : `${scope}/`;
  const wanted = (folder: string): boolean =>
    !isGitName(folder.slice(folder.lastIndexOf("/") + 1)) &&
    (`${folder}/`.startsWith(within) || within.startsWith(`${folder}/`));
  return walkFolder(root, wanted).flatMap(({ path: found, kind }) => {
    const local = kind === "file" ? pathWithinScope(scope, found) : null;
    return local === null ? [] : [{ path: found, local }];
  });
}

/** The text of a file; null for one that is binary, too large or gone. */
function searchable(root: string, path: string): string | null {
  const bytes = withFile(join(root, path), path, (descriptor, size) =>
    size > TEXT_LIMIT ? null : readFileSync(descriptor),
  );
  return bytes === null || bytes.includes(0) ? null : bytes.toString("utf8");
}

/** Matching lines in path order. A glob without a slash is matched against the name alone. Throws `Refused`. */
export function grep(
  root: string,
  options: { readonly pattern: string; readonly glob: string | null; readonly path: string; readonly limit: number },
): readonly SearchMatch[] {
  const pattern = searchExpression(options.pattern);
  const wanted = grepMatcher(options.glob);
  const matches: SearchMatch[] = [];
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
  const wanted = globMatcher(options.pattern, false);
  return filesBelow(root, options.path)
    .filter(({ local }) => wanted(local))
    .map(({ path }) => ({ path, time: lstatSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.time - a.time)
    .slice(0, options.limit)
    .map(({ path }) => path);
}

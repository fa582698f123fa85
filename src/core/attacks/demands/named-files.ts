/** Says which files a text names that a change may touch: those of the base, and those that are to come. */

import { filesNamedIn } from "#core/analysis/source/named-paths.ts";
import { placeOf } from "#core/analysis/test-blocks/test-exception.ts";
import { matchesGlobs } from "#core/values/glob.ts";
import type { AttackBase } from "./attack-base.ts";

/** What is needed to know them. */
export type NamingBase = Pick<AttackBase, "plan" | "paths">;

const ENDINGS =
  "[cm]?[jt]sx?|py|sh|bash|bats|rb|php|pl|lua|go|rs|java|c|cc|cpp|md|txt|rst|json|ya?ml|toml|html|css|cfg|ini";
const WORD = /[\w@./+-]+/g;
const ENDED = new RegExp(String.raw`\w\.(?:${ENDINGS})$`);
/** Characters of a path at most. */
const LONGEST = 250;
const FROM_OF_PYTHON = /(?:^|[\n;"'(])[ \t]*from\s+([\w.]{1,200})\s+import\s+([\w ,]{1,300})/g;
const MODULE_OF_PYTHON = /(?:^|[\n;"'(])[ \t]*import\s+([\w.]{1,200})(?!\s+from\b)(?![\w.])|\s-m\s+([\w.]{1,200})/g;
const MODULE_OF_NODE = /(?:require\(|import\(|from\s|import\s)\s*["'](\.{1,2}\/[\w@./+-]{1,200})["']/g;

/** The last part of a path. Pure. */
export function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** What the groups of a pattern match, without those that match nothing. Pure. */
export function captured(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap((found) => found.slice(1)).filter((group) => group !== undefined);
}

/** A test file by the plan's globs. */
export function isTestOf({ plan }: NamingBase, path: string): boolean {
  return matchesGlobs(plan.tests, path);
}

/** A path that the work may make, change or remove: of the scope, or a test that is expected to change. */
export function mayTouch({ plan }: NamingBase, path: string): boolean {
  return (
    !matchesGlobs(plan.protected, path) &&
    matchesGlobs([...plan.scope.paths, ...plan.expectedTestChanges.map(placeOf)], path)
  );
}

/** The files of the base that the text names. `from`: the path of the file whose text it is; empty for a command. */
export function filesThere(text: string, from: string, { paths }: Pick<NamingBase, "paths">): readonly string[] {
  const known = new Set(paths);
  return filesNamedIn(text, from, (path) => known.has(path));
}

/** The files that the text names and that the base does not have, but the work may make; tests may always come. */
export function filesToCome(text: string, from: string, ground: NamingBase): readonly string[] {
  const known = new Set(ground.paths);
  const folder = from.includes("/") ? from.slice(0, from.lastIndexOf("/")) : "";
  const words = new Set(text.match(WORD)?.filter((word) => word.length <= LONGEST && ENDED.test(word)));
  const named = [...words].map((word) => normal(word.startsWith(".") ? folder : "", word));
  const node = captured(text, MODULE_OF_NODE).flatMap((word) =>
    known.has(`${normal(folder, word)}.js`) || /\.\w+$/.test(word) ? [] : [`${normal(folder, word)}.js`],
  );
  const taken = [...text.matchAll(FROM_OF_PYTHON)].map(([, module, names]) => [String(module), String(names)] as const);
  const modules = taken.flatMap(([module, names]) => [module, ...submodules(module, names, ground)]);
  const python = [...new Set([...modules, ...captured(text, MODULE_OF_PYTHON)])].flatMap((word) =>
    modulePaths(word, known),
  );
  return [...new Set([...named, ...node, ...python])].filter(
    (path) => !known.has(path) && (mayTouch(ground, path) || isTestOf(ground, path)),
  );
}

/** What is imported from a package that is a folder may be modules of it. */
function submodules(whole: string, names: string, { paths }: NamingBase): readonly string[] {
  const folder = `${whole.replaceAll(".", "/")}/`;
  return paths.some((path) => path.startsWith(folder)) ? names.split(",").map((name) => `${whole}.${name.trim()}`) : [];
}

/** Where a module of Python may come; nowhere where it is there already, as a file or a package. */
function modulePaths(word: string, known: ReadonlySet<string>): readonly string[] {
  const path = word.replaceAll(".", "/");
  const places = ["", "src/", "lib/"].map((folder) => `${folder}${path}`);
  const isThere = places.some((place) => known.has(`${place}.py`) || known.has(`${place}/__init__.py`));
  return isThere ? [] : places.map((place) => `${place}.py`);
}

/** A path from the root, without `.` and `..`; of an absolute one what follows the root. */
function normal(folder: string, word: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${word}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

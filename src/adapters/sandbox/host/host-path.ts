/** Decides which paths the tool host accepts, and resolves them to real ones. */
import { lstatSync, mkdirSync, realpathSync, type Stats } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { namesGit } from "#core/analysis/changes/tree-names.ts";
import { Refused } from "#ports/tool-access.ts";

const COMPONENT_LIMIT = 255;
const PATH_LIMIT = 4_000;

function whyNot(path: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them
  if (/[\u0000-\u001f\u007f]/.test(path)) return "it holds a control character";
  if (path.startsWith("/")) return "it is absolute; paths are relative to the root of the repository";
  if (Buffer.byteLength(path) > PATH_LIMIT) return `it is longer than ${PATH_LIMIT} bytes`;
  if (path.split("/").some((name) => Buffer.byteLength(name) > COMPONENT_LIMIT))
    return `a part of it is longer than ${COMPONENT_LIMIT} bytes`;
  if (/^\.\.(\/|$)/.test(posix.normalize(path))) return "it leaves the repository";
  return namesGit(path) ? "it lies in git's own folder" : null;
}

/** For messages: a hostile path may be megabytes long. */
const shortened = (path: string): string => JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}...` : path);

/** The path without `.`, `..` and double slashes; `""` is the root. Throws `Refused`. Looks at the spelling only. */
export function cleanPath(path: string): string {
  const why = whyNot(path);
  if (why !== null) throw new Refused(`The path ${shortened(path)} is refused: ${why}.`);
  return posix.normalize(path).replace(/^\.?\/?$|\/$/, "");
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "a part of it is not a folder",
  EISDIR: "it is a folder",
  ELOOP: "its symbolic links go in circles",
  EACCES: "its permissions forbid it",
  ENOSPC: "the disk is full",
};

/** Runs file operations and turns errors of the system into `Refused`; other errors pass. */
export function withRefusals<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (
      !(error instanceof Error && "code" in error && typeof error.code === "string" && /^E[A-Z0-9]+$/.test(error.code))
    )
      throw error;
    throw new Refused(`${shortened(path)}: ${REASONS[error.code] ?? error.code}.`);
  }
}

function mustBeInside(root: string, real: string, path: string): string {
  const below = relative(root, real);
  if (below === ".." || below.startsWith("../"))
    throw new Refused(`${shortened(path)} leads out of the repository by a symbolic link.`);
  if (namesGit(below)) throw new Refused(`${shortened(path)} leads into git's own folder by a symbolic link.`);
  return real;
}

/**
 * Resolves a path, all links followed. A command may change a link between this check and the use: inside the sandbox
 * that gains nothing, because only the repository is there; without a sandbox the command could read the file anyway.
 */
export function existingPath(root: string, path: string): string {
  const full = join(root, cleanPath(path));
  return mustBeInside(
    root,
    withRefusals(path, () => realpathSync(full)),
    path,
  );
}

/** The same for a name that may itself be a link which is not followed; its folder must be inside. */
export function unfollowedPath(root: string, path: string): string {
  const clean = cleanPath(path);
  if (clean === "") throw new Refused("The root of the repository is a folder.");
  return join(existingPath(root, posix.dirname(clean)), posix.basename(clean));
}

function lookAt(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

/** Creates the folders of a path, each checked before the next: none is ever created outside. Returns the last one. */
function madeFolder(root: string, folder: string): string {
  let real = root;
  for (const name of folder.split("/").filter((part) => part !== "" && part !== ".")) {
    const next = join(real, name);
    if (lookAt(next) === null) mkdirSync(next);
    real = mustBeInside(root, realpathSync(next), folder);
  }
  return real;
}

/**
 * Resolves a path to write to, and creates its folders. A link is followed if its target is inside. Throws `Refused`.
 */
export function writablePath(root: string, path: string): string {
  const clean = cleanPath(path);
  if (clean === "") throw new Refused("The root of the repository is a folder.");
  return withRefusals(path, () => {
    const full = join(madeFolder(root, dirname(clean)), posix.basename(clean));
    const found = lookAt(full);
    if (found?.isSymbolicLink() === true) return mustBeInside(root, realpathSync(full), path);
    if (found !== null && !found.isFile()) throw new Refused(`${shortened(path)} is not a file.`);
    return full;
  });
}

/**
 * Decides which names and link targets may stand in a tree that the product writes; git's own checks are not relied on.
 */
import { pathClassOf } from "./path-class.ts";

/**
 * Control and format characters (bidirectional marks among them), separators, unpaired surrogates, characters that are
 * not drawn, and the one that stands for bytes that were not UTF-8.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFFD]/u;
const UNSEEN_ALL = new RegExp(UNSEEN, "gu");

/** Bytes in UTF-8 of a path, and of each part of it, that every system takes on which the product runs. */
const LONGEST = 4_000;
const LONGEST_PART = 255;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/**
 * Gives the reason why a path cannot stand in a tree at all; null when it can. A slash always ends the name of a
 * folder. Pure.
 */
export function brokenPath(path: string): string | null {
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".."))
    return "the path is empty, absolute or leaves the tree";
  if (path.includes("\0")) return "the path holds a NUL character";
  return namesGit(path) ? "the path goes through .git" : null;
}

/** Gives the reason why a new path is refused; null when it is fine. Pure. */
export function strangePath(path: string): string | null {
  if (UNSEEN.test(path)) return "the path holds a control, invisible, bidirectional or broken character";
  if (bytesOf(path) > LONGEST) return `the path is longer than ${LONGEST} bytes`;
  return path.split("/").some((part) => bytesOf(part) > LONGEST_PART)
    ? `a part of the path is longer than ${LONGEST_PART} bytes`
    : null;
}

/** Gives the reason why no run may touch a path under any configuration; null when one may. Pure. */
export function forbiddenPath(path: string): string | null {
  const folded = path.toLowerCase();
  if (folded === ".gitmodules") return "a run changes no submodules";
  if (folded === ".github") return ".github must stay a folder";
  if (folded === ".github/workflows" || folded.startsWith(".github/workflows/")) return "a run changes no workflows";
  return pathClassOf(path) === "protected" ? "the path is protected" : null;
}

/**
 * True for `.git` as any file system may read it: in other case or compatible letters, with invisible characters (HFS+
 * drops them), trailing dots and spaces, a stream behind a colon, the short name `git~1` (NTFS). Pure.
 * https://git-scm.com/docs/git-config core.protectHFS, core.protectNTFS
 */
export function isGitName(name: string): boolean {
  const [plain = ""] = name.replace(UNSEEN_ALL, "").normalize("NFKC").toLowerCase().split(":", 1);
  return /^(?:\.git|git~\d+)[. ]*$/.test(plain);
}

/** True when a part of the path is `.git`; a backslash is a slash to some systems. Pure. */
export function namesGit(path: string): boolean {
  return path.split(/[/\\]/).some(isGitName);
}

/**
 * Gives the reason why a symbolic link is refused; null when its target stays in the tree. `..` counts at the front
 * only: behind another link it would climb from the place to which that one leads. Pure.
 */
export function strangeTarget(path: string, target: string): string | null {
  if (UNSEEN.test(target)) return "the link's target holds a control, invisible, bidirectional or broken character";
  if (target === "" || target.startsWith("/")) return "the link leads out of the tree";
  if (bytesOf(target) > LONGEST) return `the link's target is longer than ${LONGEST} bytes`;
  const parts = target.split("/").filter((part) => part !== "" && part !== ".");
  const up = parts.findIndex((part) => part !== "..");
  const down = up === -1 ? [] : parts.slice(up);
  const depth = path.split("/").length - 1;
  if (down.includes("..") || parts.length - down.length > depth) return "the link leads out of the tree";
  return down.some(namesGit) ? "the link leads into .git" : null;
}

/** All folders above a path, nearest last: `a/b/c` gives `a`, `a/b`. Pure. */
export function foldersOf(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** The order of paths everywhere: by code unit, so that it is the same on every machine. Pure. */
export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  if (a.path === b.path) return 0;
  return a.path < b.path ? -1 : 1;
}

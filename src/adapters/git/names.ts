/** Which names and link targets may stand in a tree of ours; git's own checks are not relied on (security GIT-05, OUT). */
import { posix } from "node:path";
import { classOf } from "#core/path-class.ts";

/** Controls, formats (bidirectional marks among them), separators, unpaired surrogates, what is not drawn, what was not UTF-8. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFFD]/u;
const UNSEEN_ALL = new RegExp(UNSEEN, "gu");

/** Why a path cannot stand in a tree at all; null when it can. Pure. */
export function brokenPath(path: string): string | null {
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) return "the path is empty, absolute or leaves the tree";
  if (path.includes("\0")) return "the path holds a NUL character";
  if (path.split(/[/\\]/).some(isDotGit)) return "the path goes through .git";
  return null;
}

/** Why a new path is refused; null when it is fine. Pure. */
export function strangePath(path: string): string | null {
  if (UNSEEN.test(path)) return "the path holds a control, invisible, bidirectional or broken character";
  if (Buffer.byteLength(path) > 4000) return "the path is longer than 4000 bytes";
  return null;
}

/** Why nobody's run may touch a path, whatever the configuration says; null when it may. Pure. */
export function forbiddenPath(path: string): string | null {
  const folded = path.toLowerCase();
  if (folded === ".gitmodules") return "a run changes no submodules";
  if (folded === ".github") return ".github must stay a folder";
  if (folded === ".github/workflows" || folded.startsWith(".github/workflows/")) return "a run changes no workflows";
  return classOf(path) === "protected" ? "the path is protected" : null;
}

/** `.git` as any file system may read it: HFS+ drops invisible characters, NTFS cuts at a colon and at trailing dots. */
function isDotGit(part: string): boolean {
  const [name = ""] = part.replace(UNSEEN_ALL, "").normalize("NFKC").toLowerCase().split(":");
  return /^(\.git|git~\d+)[. ]*$/.test(name);
}

/**
 * Why a symbolic link is refused; null when its target stays in the tree. `..` counts at the front only: behind another link
 * it would climb from wherever that one leads. Pure.
 */
export function strangeTarget(path: string, target: string): string | null {
  if (UNSEEN.test(target)) return "the link's target holds a control, invisible, bidirectional or broken character";
  if (target === "" || posix.isAbsolute(target)) return "the link leads out of the tree";
  const parts = target.split("/").filter((part) => part !== "" && part !== ".");
  const up = parts.findIndex((part) => part !== "..");
  const down = up === -1 ? [] : parts.slice(up);
  const depth = path.split("/").length - 1;
  if (down.includes("..") || parts.length - down.length > depth) return "the link leads out of the tree";
  if (down.some(isDotGit)) return "the link leads into .git";
  return null;
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

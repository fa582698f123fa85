/** How a path may be spelt. */
import { posix } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { cleanPath } from "#adapters/sandbox/host/host-path.ts";
import { brokenPath, isGitName, strangePath } from "#core/analysis/changes/tree-names.ts";
import { Refused } from "#ports/tool-access.ts";

it.each([
  ".git",
  ".GIT",
  ".Git",
  ".git.",
  ".git ",
  ".git . .",
  ".git:stream",
  ".git::$INDEX_ALLOCATION",
  "git~1",
  "GIT~2",
  ".g\u200cit",
  "\u2060.git",
  ".gi\u00adt",
  ".git\ufe0f",
])("knows %j as git's own folder", (name) => expect(isGitName(name)).toBe(true));

it.each([".gitignore", ".github", ".gitattributes", "git", "git~", "x.git", "agit~1", "..git"])("lets %j be", (name) =>
  expect(isGitName(name)).toBe(false),
);

it.each([
  ["a/./b//c/", "a/b/c"],
  ["./a", "a"],
  ["a/../b", "b"],
  ["", ""],
  [".", ""],
  ["./", ""],
  ["a\\b", "a\\b"],
  ["...", "..."],
  ["..a/b", "..a/b"],
])("cleans %j to %j", (path, clean) => {
  expect(cleanPath(path)).toBe(clean);
});

/** The tool refuses these, or takes them as they are; a tree refuses the rest: nothing is called one thing here and another there. */
it.each([
  { path: "a\0b", tool: "control character", tree: "NUL character" },
  { path: "a\nb", tool: "control character", tree: "control" },
  { path: "a\rb", tool: "control character", tree: "control" },
  { path: "x".repeat(256), tool: "longer than 255 bytes", tree: "longer than 255 bytes" },
  { path: `${"x/".repeat(2_100)}x`, tool: "longer than 4000 bytes", tree: "longer than 4000 bytes" },
  { path: "trailing.", tool: null, tree: null },
  { path: "trailing ", tool: null, tree: null },
  { path: "CON", tool: null, tree: null },
  { path: "a:b", tool: null, tree: null },
])("$path is refused or means the same in the tool and in the tree [FS-09]", ({ path, tool, tree }) => {
  if (tool === null) expect(cleanPath(path)).toBe(path);
  else expect(() => cleanPath(path)).toThrow(tool);
  const refused = brokenPath(path) ?? strangePath(path);
  if (tree === null) expect(refused).toBeNull();
  else expect(refused).toContain(tree);
});

it("never gives a path that leaves the root [C3.07]", () => {
  const part = fc.constantFrom("..", ".", "a", "", "b..", "..c");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const path = parts.join("/");
      const leaves = path.startsWith("/") || /^\.\.(\/|$)/.test(posix.normalize(path));
      if (leaves) expect(() => cleanPath(path)).toThrow(Refused);
      else expect(posix.resolve("/root", cleanPath(path))).toBe(posix.resolve("/root", path));
    }),
  );
});

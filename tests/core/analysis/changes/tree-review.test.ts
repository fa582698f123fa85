/** The validator of what comes out of a worker's folder: names, modes, sizes, places, links. git's own checks are not relied on. */
import { expect, it } from "vitest";
import { isGitName, strangeTarget } from "#core/analysis/changes/tree-names.ts";
import { type BaseTree, type ChangeBounds, forbiddenContent, type OfferedFile, reviewChanges } from "#core/analysis/changes/tree-review.ts";

const OPEN: ChangeBounds = { protected: [] };
const GROUND: BaseTree = {
  files: new Map(["README.md", "src/a.ts", "src/deep/b.ts"].map((path) => [path, null])),
  skipped: [{ path: "lib/sub" }],
};

const held = (text: string) => ({ text, isBinary: false });

const GIT = "the path goes through .git";
const BROKEN = "the path is empty, absolute or leaves the tree";
const UNSEEN = "the path holds a control, invisible, bidirectional or broken character";

function offered(path: string, change: Partial<OfferedFile> = {}): OfferedFile {
  return { path, mode: "100644", size: 1, sha: "1".repeat(40), ...change };
}

/** What is refused of these, and what is taken. */
function came(written: readonly OfferedFile[], gone: readonly string[] = [], bounds: ChangeBounds = OPEN) {
  const { refused, ...taken } = reviewChanges({ written, gone }, GROUND, bounds);
  return {
    refused: refused.map(({ path, reason }) => `${path}: ${reason}`),
    taken: [...taken.written.map(({ path }) => path), ...taken.gone],
  };
}

it.each([
  ...[
    ".git",
    ".GIT",
    ".Git/config",
    "a/.git/hooks/x",
    "git~1",
    "GIT~2/x",
    ".git.",
    ".git ",
    ".git...",
    ".g\u200cit",
    ".gi\u00adt",
    "\u2024git",
  ].map((path) => ({ path, reason: GIT })),
  ...[".git::$INDEX_ALLOCATION", "a\\.git\\config", "\uff0egit", ".git\u202e", "git~1 ."].map((path) => ({ path, reason: GIT })),
  ...["..", ".", "", "../x", "a/../b", "./a", "a//b", "/etc/passwd", "a/"].map((path) => ({ path, reason: BROKEN })),
  { path: "a\0b", reason: "the path holds a NUL character" },
  ...["a\nb", "a\u200bb", "a\u202eb", "a\ufffdb", "\u2028", "\ud800"].map((path) => ({ path, reason: UNSEEN })),
  { path: `${"x/".repeat(2_000)}y`, reason: "the path is longer than 4000 bytes" },
  { path: ".gitmodules", reason: "a run changes no submodules" },
  { path: ".GITMODULES", reason: "a run changes no submodules" },
  { path: ".github", reason: ".github must stay a folder" },
  { path: ".github/workflows", reason: "a run changes no workflows" },
  { path: ".GitHub/Workflows/x.yml", reason: "a run changes no workflows" },
  { path: "CODEOWNERS", reason: "the path is protected" },
  { path: "lib/sub/x", reason: "stands in the place of lib/sub, which stays" },
  { path: "README.md/x", reason: "stands in the place of README.md, which stays" },
  { path: "src/deep", reason: "stands in the place of a folder with files that stay" },
  { path: "readme.MD", reason: "is called like README.md, but for case or accents" },
  { path: `a/${"é".repeat(128)}`, reason: "a part of the path is longer than 255 bytes" },
])("refuses the name $path and takes the rest [GIT-05]", ({ path, reason }) => {
  expect(came([offered(path), offered("fine")])).toEqual({ refused: [`${path}: ${reason}`], taken: ["fine"] });
});

it.each([
  { what: "a commit of another repository", change: { mode: "160000" }, reason: "an unknown mode" },
  { what: "a folder as one entry", change: { mode: "040000" }, reason: "an unknown mode" },
  { what: "a file that anybody may write", change: { mode: "100666" }, reason: "an unknown mode" },
  { what: "a device", change: { mode: "other", sha: null }, reason: "not a file: a device, a socket or a pipe" },
  { what: "what is too large", change: { size: 5 * 2 ** 20 + 1 }, reason: "larger than 5 MB" },
  { what: "what is so large that nobody read it", change: { size: 10 * 2 ** 30, sha: null }, reason: "larger than 5 MB" },
])("refuses $what, new or in the place of a file [GIT-05]", ({ change, reason }) => {
  expect(came([offered("new", change), offered("src/a.ts", change)])).toEqual({
    refused: [`new: ${reason}`, `src/a.ts: ${reason}`],
    taken: [],
  });
});

it("takes a path once, however often it is offered, and both of no two that are one to a file system [GIT-05]", () => {
  expect(came([offered("x"), offered("x", { mode: "120000" }), offered("X")])).toEqual({
    refused: ["x: the path is there twice", "x: is called like X, but for case or accents"].sort(),
    taken: ["X"],
  });
});

it("takes a file and nothing below it, as no disk could [GIT-05]", () => {
  const offers = ["both", "both-x", "both/x", "both/y/z"].map((path) => offered(path));
  const reason = "stands below both, which is a file";
  expect(came(offers)).toEqual({ refused: [`both/x: ${reason}`, `both/y/z: ${reason}`], taken: ["both", "both-x"] });
});

it.each([
  { target: "/etc/passwd", reason: "the link leads out of the tree" },
  { target: "", reason: "the link leads out of the tree" },
  { target: "../../x", reason: "the link leads out of the tree" },
  { target: "a/../../../x", reason: "the link leads out of the tree" },
  { target: "../.git/config", reason: "the link leads into .git" },
  { target: "..\\.GIT", reason: "the link leads into .git" },
  { target: "a\u202eb", reason: "the link's target holds a control, invisible, bidirectional or broken character" },
  { target: "l".repeat(4_001), reason: "the link's target is longer than 4000 bytes" },
  { target: "l".repeat(4_000), reason: null },
  { target: "../README.md", reason: null },
  { target: "./b", reason: null },
  { target: "..", reason: null },
])("a link in a folder to $target: $reason [GIT-05]", ({ target, reason }) => {
  expect(forbiddenContent({ path: "src/link", mode: "120000", before: null, after: held(target) })).toBe(reason);
  expect(strangeTarget("src/link", target)).toBe(reason);
});

it("does not take a link for .gitmodules, wherever it leads [GIT-05]", () => {
  expect(came([offered(".gitmodules", { mode: "120000" })]).refused).toEqual([".gitmodules: a run changes no submodules"]);
});

it("looks at text by its lines, and at a link by its target alone", () => {
  const text = "a\u202eb";
  expect(forbiddenContent({ path: "a.ts", mode: "100644", before: null, after: held(text) })).toMatch(/^line 1 holds bidirectional marks/);
  expect(forbiddenContent({ path: "a.ts", mode: "100644", before: held(text), after: held(text) })).toBeNull();
});

it("keeps what is protected and what the plan does not name, also from being deleted", () => {
  const bounds: ChangeBounds = { protected: ["src/deep/**"], allowed: ["src/**", "od[d"] };
  expect(came([offered("od[d"), offered("docs/x"), offered("src/deep/c.ts")], ["src/a.ts", "src/deep/b.ts", "README.md"], bounds)).toEqual({
    refused: [
      "README.md: the path is outside of the plan's scope",
      "docs/x: the path is outside of the plan's scope",
      "src/deep/b.ts: the path is protected",
      "src/deep/c.ts: the path is protected",
    ],
    taken: ["od[d", "src/a.ts"],
  });
});

it("lets all changes together be so large, in the order of their paths", () => {
  const size = 5 * 2 ** 20;
  const names = Array.from({ length: 11 }, (_, index) => `f${String(index).padStart(2, "0")}`);
  expect(came(names.map((path) => offered(path, { size }))).refused).toEqual(["f10: all changes together are larger than 50 MB"]);
});

it.each([".gitignore", ".github/x.yml", "git", "x.git", "a.git/b", "...", "digit~1", "src/a.ts", "a b", "\u00fcber/\u65e5\u672c.txt"])(
  "takes %j",
  (path) => {
    expect([came([offered(path)]).taken, path.split("/").some(isGitName)]).toEqual([[path], false]);
  },
);

/** A worktree as it is goes into a tree, and what was changed goes back, or nothing does. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { FileAt } from "#adapters/git/objects/files-at.ts";
import { worktreeAt } from "#adapters/git/worktree/worktree.ts";
import { type Replacement, writeBack } from "#adapters/git/worktree/write-back.ts";
import { plain, stage } from "../stage.ts";

it("takes files as they lie there: changed, new, gone, links and modes, and leaves the worktree alone [S3.57]", async () => {
  const { repository, workspace, tree } = stage(plain);
  const { folder, git } = repository;
  writeFileSync(join(folder, "README.md"), "changed\r\n");
  git("config", "core.autocrlf", "input");
  writeFileSync(join(folder, "new.js"), "new\n");
  chmodSync(join(folder, "new.js"), 0o755);
  writeFileSync(join(folder, "debug.log"), "ignored\n");
  rmSync(join(folder, "src/a.js"));
  rmSync(join(folder, "link"));
  symlinkSync("README.md", join(folder, "link"));
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "sub/staged.txt"), "staged\n");
  git("add", "sub/staged.txt");
  const before = repository.state();
  const worktree = await worktreeAt(join(folder, "sub"));
  expect(worktree).toMatchObject({ top: folder, log: expect.stringMatching(/^[0-9a-f]+ first$/) });
  expect(worktree.status).toContain("## main\n");
  const taken = await workspace.takeWorktree(worktree, tree);
  expect(taken.left).toEqual([]);
  expect(await workspace.changes(tree, taken.tree)).toEqual([
    { path: "README.md", kind: "modified" },
    { path: "link", kind: "modified" },
    { path: "new.js", kind: "added" },
    { path: "src/a.js", kind: "deleted" },
    { path: "sub/staged.txt", kind: "added" },
  ]);
  const files = await workspace.filesAt(taken.tree, ["README.md", "link", "new.js"]);
  expect(files.map(({ mode, bytes }) => [mode, bytes.toString()])).toEqual([
    ["100644", "changed\r\n"],
    ["120000", "README.md"],
    ["100755", "new\n"],
  ]);
  expect(repository.state()).toBe(before);
});

it("gives the tree of HEAD for a clean worktree, and says what it leaves out", async () => {
  const { repository, workspace, tree } = stage(plain);
  expect(await workspace.takeWorktree(await worktreeAt(repository.folder), tree)).toEqual({ tree, left: [] });
  writeFileSync(join(repository.folder, "odd\u202Ename"), "x");
  writeFileSync(join(repository.folder, "huge.bin"), Buffer.alloc(20 * 2 ** 20 + 1));
  const { left } = await workspace.takeWorktree(await worktreeAt(repository.folder), tree);
  expect(left).toEqual([
    { path: "huge.bin", reason: "new and larger than 20 MB" },
    { path: "odd\u202Ename", reason: "the path holds a control, invisible, bidirectional or broken character" },
  ]);
});

it("does not take a file through a link that stands in the place of its folder", async () => {
  const { repository, workspace, tree } = stage(plain);
  rmSync(join(repository.folder, "src"), { recursive: true });
  mkdirSync(join(repository.home, "elsewhere"));
  writeFileSync(join(repository.home, "elsewhere/a.js"), "secret\n");
  symlinkSync("../elsewhere", join(repository.folder, "src"));
  const taken = await workspace.takeWorktree(await worktreeAt(repository.folder), tree);
  expect(await workspace.textAt(taken.tree, "src/a.js")).toBeNull();
  expect(await workspace.changes(tree, taken.tree)).toContainEqual({ path: "src/a.js", kind: "deleted" });
});

const file = (path: string, text: string, mode: FileAt["mode"] = "100644"): FileAt => ({ path, mode, bytes: Buffer.from(text) });

it("writes, replaces and takes away files, with folders that become empty", async () => {
  const { folder } = stage(plain).repository;
  const changed = await writeBack(folder, [
    { path: "README.md", before: file("README.md", "hello\n"), after: file("README.md", "better\n", "100755") },
    { path: "deep/er/new.txt", before: null, after: file("deep/er/new.txt", "new\n") },
    { path: "src/a.js", before: file("src/a.js", "export const a = 1;\n"), after: null },
    { path: "src", before: null, after: file("src", "src is a file now\n") },
    { path: "link", before: file("link", "src/a.js", "120000"), after: file("link", "README.md", "120000") },
  ]);
  expect(changed).toEqual(["src"]);
  expect(readFileSync(join(folder, "README.md"), "utf8")).toBe("hello\n");
  const rest = await writeBack(folder, [
    { path: "README.md", before: file("README.md", "hello\n"), after: file("README.md", "better\n", "100755") },
    { path: "deep/er/new.txt", before: null, after: file("deep/er/new.txt", "new\n") },
    { path: "src/a.js", before: file("src/a.js", "export const a = 1;\n"), after: null },
    { path: "link", before: file("link", "src/a.js", "120000"), after: file("link", "README.md", "120000") },
  ]);
  expect(rest).toEqual([]);
  expect(readFileSync(join(folder, "README.md"), "utf8")).toBe("better\n");
  expect(lstatSync(join(folder, "README.md")).mode & 0o100).toBe(0o100);
  expect(readFileSync(join(folder, "deep/er/new.txt"), "utf8")).toBe("new\n");
  expect(existsSync(join(folder, "src"))).toBe(false);
  expect(readlinkSync(join(folder, "link"))).toBe("README.md");
});

const README = { before: file("README.md", "hello\n"), after: file("README.md", "ours\n") };

it.each<{ readonly what: string; readonly meanwhile: (folder: string) => void; readonly replacement: Replacement }>([
  {
    what: "a file was changed",
    meanwhile: (folder) => writeFileSync(join(folder, "README.md"), "theirs\n"),
    replacement: { path: "README.md", ...README },
  },
  {
    what: "a file was taken away",
    meanwhile: (folder) => rmSync(join(folder, "README.md")),
    replacement: { path: "README.md", ...README },
  },
  {
    what: "a file was made executable",
    meanwhile: (folder) => chmodSync(join(folder, "README.md"), 0o755),
    replacement: { path: "README.md", ...README },
  },
  {
    what: "a new file is there already",
    meanwhile: (folder) => writeFileSync(join(folder, "new.txt"), "theirs\n"),
    replacement: { path: "new.txt", before: null, after: file("new.txt", "ours\n") },
  },
  {
    what: "a folder became a link that leads out",
    meanwhile: (folder) => {
      mkdirSync(join(folder, "../elsewhere"));
      symlinkSync("../elsewhere", join(folder, "out"));
    },
    replacement: { path: "out/new.txt", before: null, after: file("out/new.txt", "ours\n") },
  },
])("writes nothing at all when $what meanwhile", async ({ meanwhile, replacement }) => {
  const { repository } = stage(plain);
  meanwhile(repository.folder);
  const before = repository.state();
  const other: Replacement = { path: "other.txt", before: null, after: file("other.txt", "x") };
  expect(await writeBack(repository.folder, [other, replacement])).toEqual([replacement.path]);
  expect(repository.state()).toBe(before);
  expect(existsSync(join(repository.folder, "other.txt"))).toBe(false);
});

it("says that a folder is no worktree", async () => {
  const { repository } = stage(plain);
  await expect(worktreeAt(repository.home)).rejects.toThrow(
    /^the worktree cannot be read [(]in .*: git config .*not a git repo|^the worktree cannot be read [(]in .*: git rev-parse/,
  );
});

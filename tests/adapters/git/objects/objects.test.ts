/** Trees, diffs, commits and merges as objects of the user's repository. */
import { expect, it } from "vitest";
import { Failure } from "#ports/failure.ts";
import { plain, stage } from "../stage.ts";

const LONG = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join("");

it("lists changes in path order, a rename as two, a file that became a link as modified", async () => {
  const { workspace, repository, tree } = stage(plain);
  repository.commit({
    "src/a.js": null,
    "src/b.js": "export const a = 1;\n",
    "README.md": "->src/b.js",
    "bin/tool": "no longer executable",
  });
  expect(await workspace.changes(tree, repository.git("rev-parse", "HEAD^{tree}"))).toEqual([
    { path: "README.md", kind: "modified" },
    { path: "bin/tool", kind: "modified" },
    { path: "src/a.js", kind: "deleted" },
    { path: "src/b.js", kind: "added" },
  ]);
});

it("gives a unified diff, cut at the limit in characters", async () => {
  const { workspace, repository, tree } = stage(plain);
  repository.commit({ "src/a.js": "ü\n".repeat(5000) });
  const next = await workspace.treeOf(repository.git("rev-parse", "HEAD"));
  const whole = await workspace.patch(tree, next, 1_000_000);
  expect(whole).toContain("--- a/src/a.js\n+++ b/src/a.js\n@@ -1 +1,5000 @@\n-export const a = 1;\n+ü\n");
  expect(await workspace.patch(tree, next, 200)).toBe(whole.slice(0, 200));
  expect(await workspace.patch(tree, tree, 200)).toBe("");
});

it("reads text, and gives null for what is missing, binary, a folder or a link", async () => {
  const { workspace, repository } = stage(plain);
  repository.commit({ binary: "a\0b", "odd name\\": "text" });
  const tree = repository.git("rev-parse", "HEAD^{tree}");
  const asked = ["README.md", "odd name\\", "binary", "src", "link", "none", "../README.md", "-x"];
  expect(await Promise.all(asked.map((path) => workspace.textAt(tree, path)))).toEqual([
    "hello\n",
    "text",
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

it("restores the named paths as the base has them, deleted ones too, and removes those that it does not have", async () => {
  const { workspace, repository, tree } = stage(plain, { "tests/a": "1", "tests/b": "1", "tests/c/d": "1", src: "1" });
  repository.commit({ "tests/a": "2", "tests/b": null, "tests/c": null, "tests/new": "2", src: "2" });
  repository.commit({ "tests/c": "now a file" });
  const head = repository.git("rev-parse", "HEAD^{tree}");
  const restored = await workspace.restore(head, tree, ["tests/a", "tests/b", "tests/c/d"]);
  expect(await workspace.changes(tree, restored)).toEqual([
    { path: "src", kind: "modified" },
    { path: "tests/new", kind: "added" },
  ]);
  expect(await workspace.restore(head, tree, [])).toBe(head);
  const without = await workspace.restore(head, tree, ["tests/new", "tests/none", "tests/c", "tests/c/d"]);
  expect(await workspace.changes(head, without)).toEqual([
    { path: "tests/c", kind: "deleted" },
    { path: "tests/c/d", kind: "added" },
    { path: "tests/new", kind: "deleted" },
  ]);
});

it("the same commit twice is the same commit, by our author, unsigned, with the message as it is", async () => {
  const { workspace, repository, tree } = stage(plain);
  repository.git("config", "commit.gpgSign", "true");
  repository.git("config", "gpg.program", "false");
  repository.git("config", "user.name", "Somebody Else");
  repository.git("config", "i18n.commitEncoding", "ISO-8859-1");
  const parent = repository.git("rev-parse", "HEAD");
  const made = { tree, parent, message: "Ä title\n\n# not a comment\nLoop-Score: 80", at: 1_700_000_000_999 };
  const commit = await workspace.commit(made);
  expect(await workspace.commit(made)).toBe(commit);
  expect(repository.git("cat-file", "commit", commit)).toBe(
    [
      `tree ${tree}`,
      `parent ${parent}`,
      "author Loopwright <loopwright@example.com> 1700000000 +0000",
      "committer Loopwright <loopwright@example.com> 1700000000 +0000",
      "",
      made.message,
    ].join("\n"),
  );
  expect(await workspace.commit({ ...made, at: 1_700_000_001_000 })).not.toBe(commit);
  expect(repository.git("rev-parse", "HEAD")).toBe(parent);
});

it("merges two commits, or names the paths that clash", async () => {
  const { workspace, repository } = stage(plain, { a: LONG, b: "b\n" });
  const fork = repository.git("rev-parse", "HEAD");
  const ours = repository.commit({ a: LONG.replace("line 1\n", "line one\n"), "c d": "1\n" });
  repository.git("checkout", "-q", "--detach", fork);
  const theirs = repository.commit({ a: LONG.replace("line 18\n", "line eighteen\n") });
  const clash = repository.commit({ a: LONG.replace("line 1\n", "line uno\n"), "c d": "2\n" });
  const merged = await workspace.merge(ours, theirs);
  const text = merged.kind === "merged" ? await workspace.textAt(merged.tree, "a") : null;
  expect(text).toBe(LONG.replace("line 1\n", "line one\n").replace("line 18\n", "line eighteen\n"));
  expect(await workspace.merge(ours, clash)).toEqual({ kind: "conflict", paths: ["a", "c d"] });
  // Their trees alone merge alike, whatever commits there are.
  const tree = (commit: string): Promise<string> => workspace.treeOf(commit);
  const trees = { base: await tree(fork), ours: await tree(ours), theirs: await tree(theirs) };
  expect(await workspace.mergeTrees(trees)).toEqual(merged);
  expect(await workspace.mergeTrees({ ...trees, theirs: await tree(clash) })).toEqual({ kind: "conflict", paths: ["a", "c d"] });
});

it("says which command failed and why", async () => {
  const { workspace } = stage(plain);
  const failure = await workspace.treeOf("1".repeat(40)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({
    service: "git",
    retryable: false,
    message: expect.stringMatching(/^git rev-parse .* ended with 128: fatal: /),
  });
  await expect((async () => workspace.treeOf("--all"))()).rejects.toThrow('bug: "--all" is not the id of a git object');
});

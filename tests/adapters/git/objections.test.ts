/** A tree that somebody else has made is reviewed as a snapshot of a worker's folder is. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { FILES, plain, type Stage, sh, stage } from "./stage.ts";

const BASE = { ...FILES, ".github/workflows/ci.yml": "on: push\n", "tests/a.test.js": "test\n", ".gitmodules": "", out: "->/etc/hosts" };
const BOUNDS = { protected: ["tests/**"] };

/** What a worker may do with a shell, and git takes as well. */
const BOTH = [
  "ln -s /etc/passwd p",
  "rm src/a.js; ln -s ../../x src/a.js",
  "touch \"$(printf 'a\\342\\200\\256b')\"",
  "touch \"$(printf 'a\\377b')\"",
  "echo x > readme.MD",
  "head -c 6291456 /dev/zero > big",
  "echo x > .github/workflows/x.yml",
  "echo x >> .github/workflows/ci.yml",
  "rm .github/workflows/ci.yml",
  "echo '* @me' > .github/CODEOWNERS",
  "echo '[submodule \"x\"]' > .gitmodules",
  "echo x > tests/a.test.js",
  "rm tests/a.test.js",
  "rm -r tests; echo x > tests",
  "printf '\\342\\200\\256 evil' > src/trojan.js",
  "printf '\\000' >> README.md",
  "printf 'const key = \"ghp_%s%s\";' q7Zx2Lm9Kd4Vb8Rn3Ty6 q7Zx2Lm9Kd4Vb8Rn > src/key.js",
];

/** Runs a command in the user's worktree, and gives the tree of the commit that holds what it left. */
async function treeAfter({ repository, workspace, tree }: Stage, command: string): Promise<string> {
  const site = await workspace.open(tree, { git: false });
  await sh(site, command);
  const folder = (await sh(site, "pwd")).trim();
  // The worktree of the user is never written to by the workspace; the index of the test's repository takes the folder's files.
  repository.git("--work-tree", folder, "add", "-A", "-f");
  const made = repository.git("write-tree");
  await site.close();
  return made;
}

it.each(BOTH)("objects to %s as a snapshot does, with the same words", async (command) => {
  const on = stage(plain, BASE);
  const { workspace, tree } = on;
  const site = await workspace.open(tree, { git: false });
  await sh(site, `${command}; echo fine > fine`);
  const { refused } = await workspace.snapshot(site, BOUNDS);
  expect(refused.length).toBeGreaterThan(0);
  expect(await workspace.objections(tree, await treeAfter(on, `${command}; echo fine > fine`), BOUNDS)).toEqual(
    refused.map(({ path, reason }) =>
      path.includes("\uFFFD") ? { path, reason: "no run can change it: its name is not UTF-8" } : { path, reason },
    ),
  );
});

it("objects to nothing in honest work, nor to what the base has already", async () => {
  const on = stage(plain, BASE);
  const next = await treeAfter(on, "echo 'export const a = 2;' > src/a.js; rm bin/tool; mkdir docs; echo x > docs/a.md");
  expect(await on.workspace.objections(on.tree, next, BOUNDS)).toEqual([]);
  expect(await on.workspace.objections(next, next, BOUNDS)).toEqual([]);
});

it("objects to what is outside of the allowed paths", async () => {
  const on = stage(plain, BASE);
  const next = await treeAfter(on, "echo 'export const a = 2;' > src/a.js; echo x > docs.md; rm bin/tool");
  const outside = "the path is outside of the plan's scope";
  expect(await on.workspace.objections(on.tree, next, { ...BOUNDS, allowed: ["src/**"] })).toEqual([
    { path: "bin/tool", reason: outside },
    { path: "docs.md", reason: outside },
  ]);
});

it("objects to a submodule that is new, moved to another commit, removed, or put in the place of a file", async () => {
  const { repository, workspace, tree } = stage(plain, BASE);
  const { git } = repository;
  const link = (path: string, commit: string): void => void git("update-index", "--add", "--cacheinfo", `160000,${commit},${path}`);
  const [one, other] = ["1".repeat(40), "2".repeat(40)];
  link("sub", one);
  const added = git("write-tree");
  link("sub", other);
  const moved = git("write-tree");
  git("update-index", "--force-remove", "sub");
  git("update-index", "--force-remove", "src/a.js");
  link("src/a.js", one);
  const replaced = git("write-tree");
  const said = [{ path: "sub", reason: "no run can change it: a submodule" }];
  expect(await workspace.objections(tree, added, BOUNDS)).toEqual(said);
  expect(await workspace.objections(added, moved, BOUNDS)).toEqual(said);
  expect(await workspace.objections(added, tree, BOUNDS)).toEqual(said);
  expect(await workspace.objections(tree, replaced, BOUNDS)).toEqual([{ path: "src/a.js", reason: "no run can change it: a submodule" }]);
});

it("objects to names that git would write through .git", async () => {
  const { repository, workspace, tree } = stage(plain, BASE);
  const blob = repository.git("hash-object", "-w", "README.md");
  const made = (lines: readonly string[]): string =>
    execFileSync("git", ["mktree"], { cwd: repository.folder, input: `${lines.join("\n")}\n`, encoding: "utf8" }).trim();
  const inner = made([`100644 blob ${blob}\tconfig`]);
  const outer = made([...repository.git("ls-tree", tree).split("\n"), `040000 tree ${inner}\t.GIT`]);
  expect(await workspace.objections(tree, outer, BOUNDS)).toEqual([
    { path: ".GIT/config", reason: "no run can change it: the path goes through .git" },
  ]);
});

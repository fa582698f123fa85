/** No git object of a worker's comes in: what is taken over is a list of files. Trees that git itself would take, and bombs, do nothing (GIT-06, GIT-07). */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { FILES, inWalls, SANDBOXES, sh, stage } from "../../adapters/git/stage.ts";
import { walled } from "./den.ts";

/** Entries of trees that no checkout should ever see: names as raw bytes, each with a blob. */
const NAMES = [".git", ".GIT", "git~1", "..", ".", ".git ", ".g\u200cit", "a/../../x"];

/** A shell command that writes a tree with such entries and gives its name; git writes it without a word. */
const EVIL = `
  blob=$(echo evil | git hash-object -w --stdin)
  raw=$(printf %s $blob | sed 's/../\\\\x&/g')
  { ${NAMES.map((name) => `printf '100644 %s\\0' '${name}'; printf "$raw"`).join("; ")}; } > raw-tree
  git hash-object -t tree -w --stdin --literally < raw-tree; rm raw-tree`;

/** Entries in git's order; the shell's printf must know \\x, as bash's does. */
const evilTree = (folder: string): string => execFileSync("bash", ["-c", EVIL], { cwd: folder, encoding: "utf8" }).trim();

walled("a bundle or a pack of a worker brings nothing in, whatever trees it holds [GIT-06]", async () => {
  const { workspace, repository, tree } = stage(inWalls);
  const site = await workspace.open(tree, { git: true });
  const pack = `bash -c '${EVIL.replaceAll("'", "'\\''")}' > id; commit=$(git -c user.name=w -c user.email=w@x commit-tree -m x $(cat id)) && git update-ref refs/heads/evil $commit && git bundle create -q evil.bundle evil; git repack -adq; git checkout -q evil 2>/dev/null; cat id`;
  const evil = (await sh(site, pack)).trim();
  const { tree: next, changes } = await workspace.snapshot(site, { protected: [] });
  expect(changes.map(({ path }) => path)).toEqual(["evil.bundle", "id"]);
  expect(() => repository.git("cat-file", "-e", evil)).toThrow();
  expect(repository.git("fsck", "--strict", "--no-progress", "--no-dangling")).toBe("");
  expect(repository.git("ls-tree", "-r", "--name-only", next).split("\n").sort()).toEqual(
    [...Object.keys(FILES), "evil.bundle", "id"].sort(),
  );
});

it.each(SANDBOXES)("$name: such a tree that is in the repository already is never placed: each name is told [GIT-06]", async ({ make }) => {
  const { workspace, repository, warnings, tree } = stage(make);
  const [kept = ""] = repository.git("rev-parse", `${tree}:README.md`).split("\n");
  const evil = evilTree(repository.folder);
  const whole = execFileSync("git", ["mktree"], {
    cwd: repository.folder,
    input: `100644 blob ${kept}\tREADME.md\n040000 tree ${evil}\tsub\n`,
    encoding: "utf8",
  }).trim();
  const site = await workspace.open(whole, { git: true });
  expect(await sh(site, "find . -path ./.git -prune -o -type f -print")).toBe("./README.md\n");
  expect(warnings).toHaveLength(NAMES.length);
});

/** 10 levels of a tree that names the one below ten times: 10^10 files in a few hundred bytes. */
function gitBomb(folder: string): string {
  const mktree = (input: string): string => execFileSync("git", ["mktree"], { cwd: folder, input, encoding: "utf8" }).trim();
  let entry = `100644 blob ${execFileSync("git", ["hash-object", "-w", "--stdin"], { cwd: folder, input: "x", encoding: "utf8" }).trim()}`;
  for (let level = 0; level < 10; level += 1) {
    const tree = mktree(Array.from({ length: 10 }, (_, index) => `${entry}\td${index}\n`).join(""));
    entry = `040000 tree ${tree}`;
  }
  return entry.slice(-40);
}

it("gives up a tree that holds more files than a repository has, and says so [GIT-07]", async () => {
  const { workspace, repository } = stage(inWalls);
  const bomb = gitBomb(repository.folder);
  await expect(workspace.open(bomb, { git: true })).rejects.toMatchObject({
    name: "Failure",
    service: "git",
    retryable: false,
    message: expect.stringContaining("holds too much: its list is longer than"),
  });
});

walled("bombs in a worker's repository and folder cost the driver nothing, and the rest of the work is kept [GIT-07]", async () => {
  const { workspace, repository, tree } = stage(inWalls);
  const site = await workspace.open(tree, { git: true });
  await sh(site, "echo work > work; truncate -s 3G hole; mkdir -p .git/objects/ab");
  await sh(site, "head -c 300000000 /dev/zero | gzip -1 > .git/objects/pack/pack-0000000000000000000000000000000000000000.pack");
  await sh(site, "printf 'DIRC garbage' > .git/index; git mktree </dev/null >/dev/null");
  const { tree: next, changes, refused } = await workspace.snapshot(site, { protected: [] });
  expect([changes, refused]).toEqual([[{ path: "work", kind: "added" }], [{ path: "hole", reason: "larger than 5 MB" }]]);
  expect(repository.git("show", `${next}:work`)).toBe("work");
});

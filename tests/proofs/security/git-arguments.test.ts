/** Nothing that comes from data becomes an argument of git that git could take for an option, and no name of a branch comes from a model (GIT-08, GIT-09). */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { branchHead, removeBranch } from "#adapters/git/objects/branches.ts";
import { aliasOf } from "#core/plan/issue.ts";
import { Hydration } from "#core/planning/hydration.ts";
import { branchOf } from "#core/run/run-facts.ts";
import { HYDRATION } from "../../action/story.ts";
import { plain, sh, stage } from "../../adapters/git/stage.ts";

const TITLES = [
  ...["-x", "--receive-pack=touch /tmp/x", "a..b", "a.lock", "@{u}", "@", "refs/heads/main", "HEAD", "x".repeat(300), "a b", "a\nb"],
  ...[
    "\u{1f600}",
    ";id",
    "$(id)",
    "`id`",
    "\u3000",
    "main\u3000",
    "a/../../b",
    "~1^2:?*[\\",
    ".",
    "/",
    "..",
    "a//b",
    "\u0000\u007f",
    "con",
  ],
];

/** The names that git takes, of these. */
function takenByGit(names: readonly string[]): readonly string[] {
  const script = 'while IFS= read -r name; do git check-ref-format --branch "$name" || exit 1; done';
  return execFileSync("bash", ["-c", script], { input: names.map((name) => `${name}\n`).join(""), encoding: "utf8" })
    .trimEnd()
    .split("\n");
}

const issueCalled = (title: string) => ({ issue: { number: 7, title, body: "", author: "a" }, alias: aliasOf(title) });

it("a branch is called by us, after the issue's title and within one plain alphabet: git takes every such name [GIT-08]", () => {
  const titles = [...TITLES, ...fc.sample(fc.string({ unit: "binary", minLength: 1, maxLength: 300 }), 300)];
  const names = titles.map((title) => branchOf(issueCalled(title)));
  for (const name of names) expect(name).toMatch(/^loop\/7-[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])$/);
  expect(takenByGit(names)).toEqual(names);
  expect(branchOf(issueCalled("Fix the Parser, please"))).toBe("loop/7-fix-the-parser-please");
});

it("no answer of a model can name a branch [GIT-08]", () => {
  for (const key of ["branch", "alias", "ref", "head"]) expect(Hydration.safeParse({ ...HYDRATION, [key]: "main" }).success).toBe(false);
  expect(Hydration.safeParse(HYDRATION).success).toBe(true);
});

/** Options that we write ourselves. An argument that begins with a dash is one of these, or came from data. */
const OURS = [
  /^-[rzlpcF]?$/,
  /^--(?:no-pager|no-optional-locks|no-replace-objects|literal-pathspecs|git-dir|full-tree|stdin|stdin-paths|batch|buffer|index-info)$/,
  /^--(?:no-renames|name-status|no-ext-diff|no-textconv|no-color|src-prefix=a\/|dst-prefix=b\/|no-filters|no-gpg-sign|write-tree|name-only)$/,
  /^--(?:no-messages|verify|quiet|end-of-options|format=%\(\w+\)(?: %\(refname\)%00%\(worktreepath\))?|)$/,
  /^-[wd]$/,
];

it("every argument of every git that the driver starts is ours, or begins with no dash, whatever names the data holds [GIT-09]", async () => {
  const { workspace, repository, tree } = stage(plain, { "-rf": "1\n", "--exec=x": "1\n", "src/--upload-pack": "1\n", "README.md": "r\n" });
  const log = argumentsOf(repository.home);
  const site = await workspace.open(tree, { git: false });
  await sh(site, "echo 2 > -rf; rm -- --exec=x; mkdir ./-d; echo 1 > ./-d/--all; ln -s -- -rf --link");
  const { tree: next } = await workspace.snapshot(site, { protected: [] });
  const parent = repository.git("rev-parse", "HEAD");
  const commit = await workspace.commit({ tree: next, parent, message: "--amend\n\n-m x", at: 1 });
  await workspace.patch(tree, next, 1_000);
  await workspace.changes(tree, next);
  await workspace.merge(commit, parent);
  await workspace.restore(next, tree, ["-rf", "--exec=x"]);
  for (const path of ["-rf", "--all", "-d/--all"]) await workspace.textAt(next, path);
  await workspace.filesAt(next, ["-d/--all", "--link"]);
  await branchHead(repository.gitDir, "--all");
  await removeBranch(repository.gitDir, "-D", commit);
  const dashed = log().filter((argument) => argument.startsWith("-"));
  expect(dashed.length).toBeGreaterThan(50);
  expect(dashed.filter((argument) => !OURS.some((ours) => ours.test(argument)))).toEqual([]);
  for (const id of ["--all", "-x", "HEAD", "$(id)"])
    await expect((async () => workspace.treeOf(id))()).rejects.toThrow("is not the id of a git object");
});

/** A git before git on the PATH that writes every argument down. Gives them. */
function argumentsOf(home: string): () => readonly string[] {
  const [folder, list] = [join(home, "bin"), join(home, "arguments")];
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  mkdirSync(folder);
  writeFileSync(join(folder, "git"), `#!/bin/sh\nprintf '%s\\0' "$@" >> '${list}'\nexec '${real}' "$@"\n`);
  chmodSync(join(folder, "git"), 0o755);
  const path = process.env["PATH"];
  process.env["PATH"] = `${folder}:${path}`;
  onTestFinished(() => void Object.assign(process.env, { PATH: path }));
  return () => readFileSync(list, "utf8").split("\0");
}

/** The command line in somebody else's repository: nothing that its settings name is run when it looks where it is (W3). */
import { execFileSync } from "node:child_process";
import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { repositoryAt } from "#adapters/git/worktree/repository.ts";
import { worktreeAt } from "#adapters/git/worktree/worktree.ts";
import { POISONS, type Poison } from "../../../proofs/escapes/poisons.ts";
import { aRepository } from "../repository.ts";

/** What the bench of escapes does not have: it asks for a name that `-c` cannot set, and for a repository within. */
const MORE: readonly Poison[] = [
  {
    name: "a filter with = in its name",
    plant: "echo '* filter=a=b' > .git/info/attributes; git config filter.a=b.clean \"$F; cat\"",
    use: "git status",
  },
  {
    name: "a filter that is required",
    plant: "echo '* filter=x' > .git/info/attributes; git config filter.x.clean \"$F; cat\"; git config filter.x.required true",
    use: "git status",
  },
  {
    name: "the settings of a submodule",
    plant:
      'git init -q sub; git -C sub -c user.name=w -c user.email=w@x commit -q --allow-empty -m s; git -c advice.addEmbeddedRepo=false add sub; git -c user.name=w -c user.email=w@x commit -qm sub; git -C sub config core.fsmonitor "$F; false"',
    use: "git status",
  },
  { name: "gpg.program by log.showSignature", plant: "git config log.showSignature true; git config gpg.program false", use: "git status" },
];

const ALL = [...POISONS, ...MORE];

/** A foreign repository, whose files look as if they had changed, and the mark that a program would leave. */
function foreign({ plant }: Poison): { readonly folder: string; readonly mark: string; readonly sh: (command: string) => void } {
  const repository = aRepository({ "README.md": "hello\n", "src/a.js": "export const a = 1;\n" });
  onTestFinished(() => repository.remove());
  const { folder } = repository;
  const mark = join(repository.home, "mark");
  const env = { ...process.env, F: `touch ${mark}` };
  const sh = (command: string): void => void execFileSync("/bin/sh", ["-c", `${command}; true`], { cwd: folder, env, stdio: "ignore" });
  sh(`git config user.name w; git config user.email w@x; ${plant}`);
  execFileSync("rm", ["-f", mark]);
  writeFileSync(join(folder, "README.md"), "hello\n");
  for (const file of ["README.md", "src/a.js"]) utimesSync(join(folder, file), new Date(), new Date());
  return { folder, mark, sh };
}

it.each(ALL)("runs nothing for $name [GIT-22]", async (poison) => {
  const { folder, mark } = foreign(poison);
  await repositoryAt(folder);
  await worktreeAt(folder);
  expect(existsSync(mark)).toBe(false);
});

it.each(ALL.filter(({ use, name }) => use === "git status" && !name.startsWith("gpg")))("the control: git itself runs $name", (poison) => {
  const { mark, sh } = foreign(poison);
  sh("git status");
  expect(existsSync(mark)).toBe(true);
});

it("says of a file with a filter whether it has changed, by its bytes", async () => {
  const filtered = { name: "", plant: "echo '*.md filter=x' > .git/info/attributes; git config filter.x.clean 'tr a-z A-Z'", use: "" };
  const { folder } = foreign(filtered);
  expect((await repositoryAt(folder)).dirty).toEqual([]);
  writeFileSync(join(folder, "README.md"), "HELLO\n");
  expect((await repositoryAt(folder)).dirty).toEqual(["README.md"]);
});

it("knows who commits there, and what that person ignores", async () => {
  const { folder, sh } = foreign({ name: "", plant: "true", use: "" });
  sh(
    'printf "[user]\\n name = Own\\n[core]\\n excludesFile = ~/ignored\\n" > ../.gitconfig; echo "*.log" > ../ignored; echo x > a.log; git config --unset user.name',
  );
  const before = process.env["HOME"];
  process.env["HOME"] = join(folder, "..");
  try {
    expect((await repositoryAt(folder)).user).toBe("Own");
    expect((await worktreeAt(folder)).paths).not.toContain("a.log");
  } finally {
    process.env["HOME"] = before;
  }
});

/** Creates a repository of one commit that the worker may use and damage; the driver never runs git in it. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import { Failure } from "#ports/failure.ts";

const LIST = ".git/loopwright-paths";

const GIT_FUNCTION = `g() {
  git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c gc.auto=0 \\
    -c core.autocrlf=false -c core.safecrlf=false "$@"
}`;

/** Adds exactly the tree's files, ignored ones too. `update-index` takes linear time, `add` with names does not. */
const SCRIPT = `export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_TERMINAL_PROMPT=0
export GIT_AUTHOR_NAME=Loopwright GIT_AUTHOR_EMAIL=loopwright@localhost GIT_AUTHOR_DATE='@0 +0000'
export GIT_COMMITTER_NAME=Loopwright GIT_COMMITTER_EMAIL=loopwright@localhost GIT_COMMITTER_DATE='@0 +0000'
${GIT_FUNCTION}
g -c init.defaultBranch=base init -q &&
g update-index --add -z --stdin < ${LIST} &&
g commit -q --no-verify --no-gpg-sign --allow-empty -m base &&
rm -f ${LIST}`;

/** The files that the repository holds, and those that `git status` must not mention. */
export interface RepositoryFiles {
  readonly tracked: Iterable<string>;
  readonly ignored: readonly string[];
}

/**
 * Creates the repository from inside the sandbox. Its own attributes outrank those of the tree: the files in a working
 * copy are the bytes of the tree, so nothing may be converted, or the worker's `git status` would show changes that do
 * not exist. Throws `Failure("sandbox")` when git does not work there.
 */
export async function createThrowawayRepository(
  sandbox: Sandbox,
  folder: string,
  { tracked, ignored }: RepositoryFiles,
): Promise<void> {
  await mkdir(join(folder, ".git", "info"), { recursive: true });
  const patterns = ignored.filter((path) => !path.includes("\n")).map((path) => `${pattern(path)}\n`);
  await writeFile(join(folder, ".git", "info", "exclude"), patterns.join(""));
  await writeFile(join(folder, ".git", "info", "attributes"), "* -text -ident -filter !working-tree-encoding\n");
  await writeFile(join(folder, LIST), [...tracked].map((path) => `${path}\0`).join(""));
  const result = await sandbox.run(folder, SCRIPT, {
    timeout: 120_000,
    signal: new AbortController().signal,
    network: "none",
  });
  if (result.exitCode === 0) return;
  throw new Failure(
    "sandbox",
    `no throw-away repository for the worker (git in the sandbox): ${result.stderr.slice(-500)}`,
    {
      retryable: false,
    },
  );
}

/** A path as a pattern of .gitignore that matches it alone (git-scm.com/docs/gitignore). */
function pattern(path: string): string {
  return `/${path.replace(/[\\*?[\]!# ]/g, "\\$&")}`;
}

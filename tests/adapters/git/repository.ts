/** A user's repository in a temporary folder, made with real git, for tests. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Repository {
  /** A folder that holds all of this test: the repository and whatever stands beside it. */
  readonly home: string;
  readonly folder: string;
  readonly gitDir: string;
  readonly git: (...args: readonly string[]) => string;
  /** Writes files (null deletes, `->x` makes a link to x, `#!` makes it executable), commits them all, gives the commit. */
  readonly commit: (files: Readonly<Record<string, string | null>>, message?: string) => string;
  /** Everything that must not change: status, HEAD, and the bytes of index, HEAD, config and all files of the worktree. */
  readonly state: () => string;
  readonly remove: () => void;
}

const ENV = {
  PATH: process.env["PATH"],
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Some User",
  GIT_AUTHOR_EMAIL: "user@example.com",
  GIT_COMMITTER_NAME: "Some User",
  GIT_COMMITTER_EMAIL: "user@example.com",
};

/** Runs git as a user does, with everything that its configuration switches on. */
export function plainGit(folder: string, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: folder, env: ENV, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

export function aRepository(files: Readonly<Record<string, string | null>> = { "README.md": "hello\n" }): Repository {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "gitws-")));
  const folder = join(home, "project");
  mkdirSync(folder);
  const git = (...args: readonly string[]): string => plainGit(folder, ...args).trim();
  git("init", "-q", "-b", "main");
  const repository: Repository = {
    home,
    folder,
    gitDir: join(folder, ".git"),
    git,
    commit(changed, message = "a change") {
      for (const [path, content] of Object.entries(changed)) put(join(folder, path), content);
      git("add", "-A", "-f");
      git("commit", "-q", "--allow-empty", "-m", message);
      return git("rev-parse", "HEAD");
    },
    state() {
      const own = ["index", "HEAD", "config"].map((name) => readFileSync(join(folder, ".git", name), "latin1"));
      const worktree = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => !name.startsWith(".git"));
      const text = [git("status", "--porcelain"), git("rev-parse", "HEAD"), git("for-each-ref"), ...own, ...worktree.sort()];
      return JSON.stringify(text);
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
  repository.commit(files, "first");
  return repository;
}

function put(path: string, content: string | null): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  if (content === null) return;
  if (content.startsWith("->")) symlinkSync(content.slice(2), path);
  else writeFileSync(path, content, { mode: content.startsWith("#!") ? 0o755 : 0o644 });
}

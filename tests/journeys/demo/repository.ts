/** Makes a fresh git repository of the fixture, and looks at repositories before and after a run. */
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { parse, stringify } from "yaml";
import * as z from "zod";
import { demoFile } from "./root.ts";

const CONFIG = ".github/loopwright.yml";

const Fields = z.record(z.string(), z.unknown());

/** No settings of this machine or its user, and the same commit every time. */
const GIT = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Demo",
  GIT_AUTHOR_EMAIL: "demo@example.invalid",
  GIT_AUTHOR_DATE: "2026-01-01T00:00:00Z",
  GIT_COMMITTER_NAME: "Demo",
  GIT_COMMITTER_EMAIL: "demo@example.invalid",
  GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z",
};

/** Copies the fixture to `folder` and commits it, with the configuration changed as the story says. */
export async function freshRepository(folder: string, config: Readonly<Record<string, unknown>>): Promise<void> {
  await cp(demoFile("repository"), folder, { recursive: true });
  const own = Fields.parse(parse(await readFile(join(folder, CONFIG), "utf8")));
  const limits = { ...Fields.parse(own["limits"]), ...Fields.parse(config["limits"] ?? {}) };
  await writeFile(join(folder, CONFIG), stringify({ ...own, ...config, limits }));
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    ["commit", "-q", "-m", "The library as it is"],
  ]) {
    await execa("git", args, { cwd: folder, env: GIT });
  }
}

/** What a run must leave as it was: worktree and index as `git status` sees them, HEAD, and every ref but the run's own branch. */
export interface Standing {
  readonly status: string;
  readonly head: string;
  readonly refs: readonly string[];
}

/** How the repository stands. */
export async function standingOf(folder: string): Promise<Standing> {
  const options = { cwd: folder, env: { GIT_OPTIONAL_LOCKS: "0" } };
  const git = async (...args: readonly string[]): Promise<string> => (await execa("git", args, options)).stdout;
  const symbolic = await execa("git", ["symbolic-ref", "-q", "HEAD"], { ...options, reject: false });
  return {
    status: await git("status", "--porcelain=v1", "--untracked-files=all"),
    head: `${symbolic.stdout} ${await git("rev-parse", "HEAD")}`,
    refs: (await git("for-each-ref", "--format=%(refname) %(objectname)")).split("\n").filter((line) => line !== ""),
  };
}

/** What differs but for `branch`, in words; empty when nothing does. */
export function differences(before: Standing, after: Standing, branch: string | null): readonly string[] {
  const others = ({ refs }: Standing): string => refs.filter((line) => !line.startsWith(`refs/heads/${branch} `)).join("\n");
  return [
    ...(before.status === after.status ? [] : [`git status was ${before.status || "clean"} and is ${after.status || "clean"}`]),
    ...(before.head === after.head ? [] : [`HEAD was ${before.head} and is ${after.head}`]),
    ...(others(before) === others(after) ? [] : [`refs were\n${others(before)}\nand are\n${others(after)}`]),
  ];
}

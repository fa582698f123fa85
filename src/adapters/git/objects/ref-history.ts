/** Reads the states of a run's ref in a clone, oldest first, and the files of its last commit. */
import { tmpdir } from "node:os";
import { gitAt } from "#adapters/git/command/git-command.ts";
import type { HistoryState } from "#core/outcome/append-only.ts";
import { textInTree } from "./text-in-tree.ts";

const FILE = "history.jsonl";

/** Throws `Failure("git")` where there is no such ref. */
export async function refHistoryOf(gitDir: string, ref: string): Promise<readonly HistoryState[]> {
  const { stdout } = await gitAt(
    gitDir,
    tmpdir(),
  )(["rev-list", "--reverse", "--first-parent", "--end-of-options", ref, "--"]);
  const states: HistoryState[] = [];
  for (const commit of stdout.toString().trim().split("\n"))
    states.push({ commit, history: await textInTree(gitDir, commit, FILE) });
  return states;
}

/** A ref's last commit, and the history in it; null where it holds none. Throws `Failure("git")` without such a ref. */
export async function lastStateOf(gitDir: string, ref: string): Promise<HistoryState> {
  const { stdout } = await gitAt(
    gitDir,
    tmpdir(),
  )(["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]);
  const commit = stdout.toString().trim();
  return { commit, history: await textInTree(gitDir, commit, FILE) };
}

/**
 * The payloads of long lines in a commit's history, by their names in `blobs/`, and its `run.json`. Throws
 * `Failure("git")`.
 */
export async function lastCommitFilesOf(
  gitDir: string,
  commit: string,
): Promise<{ readonly blobs: ReadonlyMap<string, string>; readonly run: string | null }> {
  const { stdout } = await gitAt(gitDir, tmpdir())(["ls-tree", "--name-only", "-z", commit, "--", "blobs/"]);
  const blobs = new Map<string, string>();
  for (const path of stdout
    .toString()
    .split("\0")
    .filter((name) => name !== ""))
    blobs.set(path.replace(/^blobs\/|[.]json$/g, ""), (await textInTree(gitDir, commit, path)) ?? "");
  return { blobs, run: await textInTree(gitDir, commit, "run.json") };
}

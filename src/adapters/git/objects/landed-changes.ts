/**
 * Reads what has landed on a branch: each commit beside its first parent, so that a merged pull request is one change.
 */
import { tmpdir } from "node:os";
import { gitAt, objectId } from "#adapters/git/command/git-command.ts";
import type { LandedChange } from "#core/backtest/candidate.ts";
import { nulEndedFields } from "./listing.ts";

/** Changes without source or tests among them are cheap to pass by, so that this many are enough for any history. */
const MOST = 20_000;

/**
 * The changes before and with `head`, the newest first; the first commit of all changes nothing. Throws
 * `Failure("git")`.
 */
export async function landedChanges(gitDir: string, head: string): Promise<readonly LandedChange[]> {
  const format = ["--first-parent", "-z", `--max-count=${MOST}`, "--format=%H%n%P%n%s"];
  const { stdout } = await gitAt(gitDir, tmpdir())(["log", ...format, objectId(head)]);
  return nulEndedFields(stdout).flatMap((field) => {
    const [commit = "", parents = "", ...subject] = field.toString().split("\n");
    const [parent = ""] = parents.split(" ");
    return parent === "" ? [] : [{ commit, parent, subject: subject.join(" ") }];
  });
}

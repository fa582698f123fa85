/** What the job's own checkout says of a commit: it is of the default branch, made by the runner before anything of ours began. */
import { join } from "node:path";
import { readBaseInCheckout } from "#adapters/git/base-in-checkout.ts";
import type { GitHub } from "#ports/github.ts";
import type { Machine } from "../runner/machine.ts";

/** As `GitHub.ground`. */
export function baseCommitReader({ checkout, branch }: Pick<Machine, "checkout" | "branch">): GitHub["baseCommit"] {
  return (commit) => readBaseInCheckout(join(checkout, ".git"), branch, commit);
}

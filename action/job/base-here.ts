/**
 * Reads the base commit from the job's own checkout, which the runner made of the default branch before the Action
 * began.
 */
import { join } from "node:path";
import { readBaseInCheckout } from "#adapters/git/base-in-checkout.ts";
import type { GitHub } from "#ports/github.ts";
import type { Machine } from "../runner/machine.ts";

/** As `GitHub.baseCommit`. */
export function baseCommitReader({ checkout, branch }: Pick<Machine, "checkout" | "branch">): GitHub["baseCommit"] {
  return (commit) => readBaseInCheckout(join(checkout, ".git"), branch, commit);
}

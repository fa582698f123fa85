/** What no world of the checker reaches, and why: a reason that is held against what is reached. */

/** By the names of rows and stop rules. A row or rule that is reached must not stand here; one that is not reached must. */
export const NEVER: Readonly<Record<string, string>> = {
  "verifying × redirected":
    "only events that a worker held back, written behind a redirect, lead there (tests/core/stories/steer-story.test.ts)",
  "paused × announced":
    "only a comment that an outage kept away is announced there, once its time has come, and nothing in a world of the checker takes time (tests/core/run/evolve/deferred-effect.test.ts shows the rule)",
  deadlock: "atoms wait in no circle, and one that fails ends the run or is replaced (tests/core/tasks/graph.test.ts shows the rule)",
  push_refused: "GitHub's refusal of a ref is outside of the journal (tests/proofs/security/git-refused.test.ts plays it)",
  branch_gone:
    "who deletes a branch does so outside of the journal (tests/proofs/security/git-branch.test.ts plays it, and that it goes on)",
  base_conflicts:
    "whether a base conflicts is outside of the journal (tests/proofs/security/git-base.test.ts and the story base-conflicts play it)",
  large_change:
    "how large a tree is, is outside of the journal (tests/proofs/security/out-large.test.ts plays the pause, and that it goes on)",
  approval_void:
    "what an approver does to a comment, and who may still write, is asked outside of the journal (tests/proofs/security/auth-work.test.ts plays it)",
  frozen:
    "the kill switch is a variable of the repository, outside of the journal (tests/loop/jobs/publish-meanwhile.test.ts, tests/proofs/security/auth-work.test.ts)",
  empty_plan: "a plan has at least one atom",
};

/** What is not reached and should be, and what is reached though this page says that it cannot be. */
export function unexplained(all: readonly string[], reached: ReadonlySet<string>): readonly string[] {
  return all.filter((name) => reached.has(name) === Object.hasOwn(NEVER, name));
}

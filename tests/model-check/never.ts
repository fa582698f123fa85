/** What no world of the checker reaches, and why: a reason that is held against what is reached. */

const TOLD = "what is said to people is lawful everywhere, but nothing falls due in this stage";
const UNLOCKED = "only work is audited, and nothing is written onto a journal that cannot be read";

/** By the names of rows and stop rules. A row or rule that is reached must not stand here; one that is not reached must. */
export const NEVER: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["hydrating", "reviewing", "verifying", "publishing", "paused"].map((stage) => [`${stage} × announced`, TOLD])),
  ...Object.fromEntries(["hydrating", "reviewing", "awaiting_approval", "publishing"].map((stage) => [`${stage} × run_blocked`, UNLOCKED])),
  "awaiting_approval × failed": "no step is done while a plan waits, so none can break",
  "verifying × redirected": "only events that a worker held back, written behind a redirect, lead there (tests/core/steer-story.test.ts)",
  "publishing × budget_refused": "publishing asks no model",
  deadlock: "atoms wait in no circle, and one that fails ends the run or is replaced (tests/core/graph.test.ts shows the rule)",
  empty_plan: "a plan has at least one atom",
};

/** What is not reached and should be, and what is reached though this page says that it cannot be. */
export function unexplained(all: readonly string[], reached: ReadonlySet<string>): readonly string[] {
  return all.filter((name) => reached.has(name) === Object.hasOwn(NEVER, name));
}

/** How long proofs are made: `npm run proofs` takes the long way (many seeds, every moment of a crash), the tests of every day a short one. */

/** True in `npm run proofs`. */
export const LONG = process.env["LOOPWRIGHT_PROOFS"] === "long";

/** All cases in the long form; in the short one the first `short` of them. */
export function casesOf<T>(short: number, ...cases: readonly T[]): readonly T[] {
  return LONG ? cases : cases.slice(0, short);
}

/**
 * Proofs that only `npm run proofs` and whoever names them play: whole journeys, floods of bad input, processes that are killed. `npm test`
 * must stay below five minutes. A file, or a folder, which ends in a slash. The longest first: in this order they are begun.
 */
export const SLOW: readonly string[] = [
  "tests/proofs/security/rh-cheats.test.ts",
  "tests/journeys/stories/hub/",
  "tests/cli/backtest/backtest.test.ts",
  "tests/loop/checks/bite.test.ts",
  "tests/cli/local/interrupt.test.ts",
  "tests/cli/terminal/bad-input.test.ts",
  "tests/proofs/security/",
  "tests/journeys/stories/pins.test.ts",
  "tests/proofs/release/",
  "tests/proofs/pages/",
  "tests/proofs/install/",
  "tests/proofs/docs/",
  "tests/action/stations/app-token.test.ts",
  "tests/loop/checks/excepted-tests.test.ts",
  "tests/loop/engine/drive-audits.test.ts",
  "tests/adapters/git/worktree/foreign.test.ts",
  "tests/adapters/git/refusals.test.ts",
  "tests/action/runner/refusals.test.ts",
  "tests/cli/local/journey.test.ts",
  "tests/bot/program.test.ts",
  "tests/journeys/demo/demo.test.ts",
  "tests/proofs/model-check/switches.test.ts",
  "tests/cli/commands/history.test.ts",
  "tests/action/stations/zero-server.test.ts",
  "tests/cli/local/repositories.test.ts",
  "tests/action/stations/journey.test.ts",
  "tests/cli/local/given-plan.test.ts",
  "tests/cli/local/rehearsal.test.ts",
  "tests/cli/commands/steer.test.ts",
  "tests/bot/server/pages.test.ts",
  "tests/proofs/simulator/controls.test.ts",
  "tests/cli/commands/gate.test.ts",
  "tests/cli/commands/hostile-trees.test.ts",
  "tests/action/job/ended-job.test.ts",
  "tests/adapters/git/objects/ruined.test.ts",
  "tests/loop/jobs/verify-job.test.ts",
  "tests/cli/canary.test.ts",
  "tests/cli/local/providers.test.ts",
  "tests/action/runner/federation.test.ts",
  "tests/lab/runner/run-workflow.test.ts",
  "tests/lab/runner/run-step.test.ts",
  "tests/adapters/github/ref-journal/ref-journal-git.test.ts",
  "tests/journeys/stories/stories.test.ts",
];

/** Proofs of which `npm test` plays a short form. They keep a processor busy, so they are begun before those that wait for programs. */
export const SHORTENED: readonly string[] = [
  "tests/core/commands/first-line.test.ts",
  "tests/core/stories/run-properties.test.ts",
  "tests/proofs/survival/crash.test.ts",
  "tests/proofs/plan-attacks/plan-attacks.test.ts",
  "tests/text/sanitize/clean-oracle.test.ts",
];

/** How long proofs are made: `npm run proofs` takes the long way (many seeds, every moment of a crash), the tests of every day a short one. */

/** True in `npm run proofs`. */
export const LONG = process.env["LOOPWRIGHT_PROOFS"] === "long";

/** All cases in the long form; in the short one the first `short` of them. */
export function casesOf<T>(short: number, ...cases: readonly T[]): readonly T[] {
  return LONG ? cases : cases.slice(0, short);
}

/** Proofs that only `npm run proofs` and whoever names them play: whole journeys, floods of bad input, processes that are killed. `npm test` must stay below five minutes. */
export const SLOW: readonly string[] = [
  "tests/action/ended-job.test.ts",
  "tests/action/federation.test.ts",
  "tests/action/journey.test.ts",
  "tests/action/refusals.test.ts",
  "tests/action/zero-server.test.ts",
  "tests/adapters/git/refusals.test.ts",
  "tests/adapters/git/ruined.test.ts",
  "tests/adapters/octokit/ref-journal-git.test.ts",
  "tests/bot/pages.test.ts",
  "tests/bot/program.test.ts",
  "tests/cli/bad-input.test.ts",
  "tests/cli/canary.test.ts",
  "tests/cli/gate.test.ts",
  "tests/cli/history.test.ts",
  "tests/cli/interrupt.test.ts",
  "tests/cli/journey.test.ts",
  "tests/cli/providers.test.ts",
  "tests/cli/repositories.test.ts",
  "tests/cli/steer.test.ts",
  "tests/lab/demo/demo.test.ts",
  "tests/lab/runner/run-step.test.ts",
  "tests/lab/runner/run-workflow.test.ts",
  "tests/loop/prove.test.ts",
  "tests/model-check/switches.test.ts",
  "tests/simulator/controls.test.ts",
  "tests/stories/hub.test.ts",
  "tests/stories/pins.test.ts",
  "tests/stories/stories.test.ts",
];

/** Proofs of which `npm test` plays a short form. */
export const SHORTENED: readonly string[] = [
  "tests/core/scan.test.ts",
  "tests/core/run-properties.test.ts",
  "tests/simulator/crash.test.ts",
  "tests/simulator/simulate.test.ts",
  "tests/survival/crash.test.ts",
];

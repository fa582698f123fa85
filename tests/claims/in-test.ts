/** What statements that are planted in the product ask the runner of tests. */

/** The runner's own word on what it runs now: `WorkerGlobalState.current` of https://github.com/vitest-dev/vitest. */
export const WORKER = "globalThis.__vitest_worker__";

/** True where a statement runs within a test, or in a program that a test started: not while files of tests are loaded. */
export const IN_TEST = `(${WORKER} === undefined || ${WORKER}.current?.type === "test")`;

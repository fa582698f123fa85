/** A log for clients whose refusals are expected: Octokit would print each. */

const nothing = (): void => undefined;

export const QUIET = { debug: nothing, info: nothing, warn: nothing, error: nothing };

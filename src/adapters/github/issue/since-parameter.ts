/** Turns a time into the `since` parameter of GitHub's lists. */

/** Milliseconds by which GitHub's clock may be behind ours before the first answer has aligned it. */
const SKEW = 900_000;

/** The parameter for a time in milliseconds: a little earlier, because GitHub's clock may be behind ours. */
export function sinceParameterOf(ms: number): string {
  return new Date(ms - SKEW).toISOString();
}

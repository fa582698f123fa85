/**
 * How fast we write what people are told of: below what GitHub allows in a minute and in an hour, so that it never has
 * to refuse (F9, API-15). Pure.
 */

/**
 * GitHub allows 80 and 500 (https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api); others may
 * write with the same App.
 */
const WINDOWS = [
  { most: 60, ms: 60_000 },
  { most: 400, ms: 3_600_000 },
] as const;

/** Times that still matter, of writes before: as many as the largest window holds. */
export const REMEMBERED_WRITES = Math.max(...WINDOWS.map(({ most }) => most));

/** Milliseconds to wait at `now` before the next write. `sent`: when others were sent or will be, oldest first. */
export function pauseBeforeWrite(sent: readonly number[], now: number): number {
  return Math.max(0, ...WINDOWS.map(({ most, ms }) => (sent.at(-most) ?? -Infinity) + ms - now));
}

/**
 * The pace of writes to GitHub that people see: a client stays below what GitHub allows in a minute and in an hour, so
 * that GitHub does not refuse them. Pure.
 */

/**
 * GitHub allows 80 and 500 (https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api); others may
 * write with the same App.
 */
const WINDOWS = [
  { most: 60, ms: 60_000 },
  { most: 400, ms: 3_600_000 },
] as const;

/** The number of earlier writes whose times matter: as many as the largest window allows. */
export const REMEMBERED_WRITES = Math.max(...WINDOWS.map(({ most }) => most));

/** Milliseconds to wait at `now` before the next write. `sent`: times of writes, past or planned, oldest first. */
export function pauseBeforeWrite(sent: readonly number[], now: number): number {
  return Math.max(0, ...WINDOWS.map(({ most, ms }) => (sent.at(-most) ?? -Infinity) + ms - now));
}

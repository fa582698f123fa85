/** When a person said something, against when something happened here. */

/** GitHub tells times of comments in whole seconds: milliseconds by which one may seem older than it is. */
const ROUNDING = 1_000;

/** True when it was certainly said before `moment`. Both in milliseconds since the epoch. */
export function saidBefore(said: number, moment: number): boolean {
  return said + ROUNDING < moment;
}

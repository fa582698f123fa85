/** The kill switch: a variable of the repository; while it is set, no run begins and none goes on (decision 0028). */

/** Its name, as it stands in the repository's settings (Settings > Secrets and variables > Actions > Variables). */
export const FREEZE_VARIABLE = "LOOPWRIGHT_FREEZE";

/** The reason that people read while it is set. */
export const FROZEN_MESSAGE =
  `the repository's variable ${FREEZE_VARIABLE} is set; ` +
  "nothing begins and nothing goes on before it is empty, 0 or false";

/**
 * True for every value but none, `0` and `false`: a person who sets it in a hurry need not look up how. Spaces and case
 * do not count.
 */
export function isFrozen(value: string | null): boolean {
  return !["", "0", "false"].includes((value ?? "").trim().toLowerCase());
}

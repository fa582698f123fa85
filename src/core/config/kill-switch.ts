/** The kill switch: a variable of the repository that holds everything up that would begin or go on (decision 0028). */

/** Its name, as it stands in the repository's settings (Settings > Secrets and variables > Actions > Variables). */
export const FREEZE_VARIABLE = "LOOPWRIGHT_FREEZE";

/** What people are told while it is on. */
export const FROZEN_MESSAGE = `the repository's variable ${FREEZE_VARIABLE} is set; nothing begins and nothing goes on before it is empty, 0 or false`;

/**
 * True for every value but none, `0` and `false`: whoever sets it in a hurry need not look up how. Spaces and case do
 * not count.
 */
export function isFrozen(value: string | null): boolean {
  return !["", "0", "false"].includes((value ?? "").trim().toLowerCase());
}

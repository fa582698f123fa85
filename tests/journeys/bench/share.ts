/** A share of what a command would take whole, for a machine that has not the time. */

/** Every third value from the second on for `2/3`: all shares together are all values. Throws an `Error` for what is no share. */
export function shareOf<T>(values: readonly T[], share: string): readonly T[] {
  const [, number, of] = (/^(\d+)\/(\d+)$/.exec(share) ?? []).map(Number);
  if (number === undefined || of === undefined || number < 1 || number > of) throw new Error("--part takes one such as 2/3");
  return values.filter((_, index) => index % of === number - 1);
}

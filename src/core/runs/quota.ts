/**
 * Quotas: the runs of a day and the open ones, compared with what the configuration allows; and a bound on the bot's
 * replies. Pure; the caller counts the runs that GitHub shows.
 */
import type { Config } from "#core/config/config.ts";
import { DAY } from "#core/values/time.ts";

/**
 * A run of the repository. `at`: when it began, in milliseconds; `by`: the number of the account that asked for
 * it, null where the caller did not look it up.
 */
export interface BegunRun {
  readonly at: number;
  readonly open: boolean;
  readonly by: number | null;
}

/**
 * The most comments with which the bot replies to people, on one issue or pull request, within so many milliseconds;
 * beyond it the bot only reacts. A program that signs in as a person might answer each of them.
 */
const ANSWERS = 20;
export const ANSWERS_WITHIN = 3_600_000;

/**
 * The reply to post after `before` others: the last one adds that it is the last. Null = the bot posts none, and its
 * reaction must do.
 */
export function boundedAnswer(body: string, before: number): string | null {
  if (before >= ANSWERS) return null;
  if (before < ANSWERS - 1) return body;
  return (
    `${body}\n\nThis was answer number ${ANSWERS} here within an hour. ` +
    "For a while commands still count, but get signs and no words."
  );
}

/** The runs of the last 24 hours. */
export function runsOfLastDay<T extends Pick<BegunRun, "at">>(runs: readonly T[], now: number): readonly T[] {
  return runs.filter(({ at }) => now - at < DAY);
}

/** True where one person's runs may exceed their quota: only then the caller must look up who began which run. */
export function mayExceedPersonQuota(
  runs: readonly Pick<BegunRun, "at">[],
  now: number,
  { person_day: most }: Config["quotas"],
): boolean {
  return runsOfLastDay(runs, now).length >= most;
}

/** Why no further run may begin now, and when one may; null when it may now. `iso` writes milliseconds as a date. */
export function overQuota(
  runs: readonly BegunRun[],
  { id, now }: { readonly id: number; readonly now: number },
  quotas: Config["quotas"],
  iso: (ms: number) => string,
): string | null {
  const open = runs.filter(({ open: isOpen }) => isOpen).length;
  if (open >= quotas.open_runs)
    return (
      `${open} runs are open here, and the configuration allows ${quotas.open_runs} (quotas.open_runs): ` +
      "end one with `/loop stop`"
    );
  const today = runsOfLastDay(runs, now);
  const mine = today.filter(({ by }) => by === id);
  return (
    full(today, quotas.repository_day, "this repository's runs of a day (quotas.repository_day)", iso) ??
    full(mine, quotas.person_day, "your runs of a day (quotas.person_day)", iso)
  );
}

function full(runs: readonly BegunRun[], most: number, what: string, iso: (ms: number) => string): string | null {
  if (runs.length < most) return null;
  const times = runs.map(({ at }) => at).sort((a, b) => b - a);
  const first = Math.min(...times.slice(0, most));
  return `${what} are used up: ${runs.length} of ${most}. Set the label again after ${iso(first + DAY)}`;
}

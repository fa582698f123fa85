/**
 * How much is begun: runs of a day and open ones, held against what the configuration allows (threat T14). Pure;
 * counted from the runs that GitHub shows.
 */
import type { Config } from "./config.ts";

/**
 * A run of the repository. `at`: when it began, in milliseconds; `by`: the number of whoever set the label, null where
 * nobody looked.
 */
export interface BegunRun {
  readonly at: number;
  readonly open: boolean;
  readonly by: number | null;
}

const DAY = 86_400_000;

/**
 * Words to whoever asks, on one issue or pull request: so many in so many milliseconds, then signs only. A program that
 * signs in as a person might answer each of ours.
 */
const ANSWERS = 20;
export const ANSWERS_WITHIN = 3_600_000;

/**
 * What is said where `before` answers stand there already: the last one adds that it is, and after it nothing. Null = a
 * sign must do.
 */
export function boundedAnswer(body: string, before: number): string | null {
  if (before >= ANSWERS) return null;
  if (before < ANSWERS - 1) return body;
  return `${body}\n\nThis was answer number ${ANSWERS} here within an hour. For a while commands still count, but get signs and no words.`;
}

/** Those of the last day. */
export function runsOfLastDay<T extends Pick<BegunRun, "at">>(runs: readonly T[], now: number): readonly T[] {
  return runs.filter(({ at }) => now - at < DAY);
}

/** True where the number of one person's runs may matter: only then it has to be looked up who began which. */
export function mayExceedPersonQuota(
  runs: readonly Pick<BegunRun, "at">[],
  now: number,
  { person_day: most }: Config["quotas"],
): boolean {
  return runsOfLastDay(runs, now).length >= most;
}

/** Why no further run begins now, and when one may again; null when it may. `iso` writes milliseconds as a date. */
export function overQuota(
  runs: readonly BegunRun[],
  { id, now }: { readonly id: number; readonly now: number },
  quotas: Config["quotas"],
  iso: (ms: number) => string,
): string | null {
  const open = runs.filter(({ open: isOpen }) => isOpen).length;
  if (open >= quotas.open_runs)
    return `${open} runs are open here, and the configuration allows ${quotas.open_runs} (quotas.open_runs): end one with \`/loop stop\``;
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

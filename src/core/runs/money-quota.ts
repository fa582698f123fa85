/**
 * Quotas of money: what a repository may spend in a day and in 30 days. They bound a run before it begins, by its cap
 * in dollars, so that no sum of runs can go beyond them. Pure; the caller knows what the runs spent.
 */
import type { Config } from "#core/config/config.ts";
import { DAY } from "#core/values/time.ts";

/** The longest time that a quota of money looks back, in milliseconds: 30 days. */
export const MONTH = 30 * DAY;

/**
 * What a run spent, and may still spend. `dollars`: null where a model has no price; `cap`: null = no cap. `updatedAt`:
 * its last event, in milliseconds.
 */
export interface PaidRun {
  readonly issue: number;
  readonly open: boolean;
  readonly updatedAt: number;
  readonly dollars: number | null;
  readonly cap: number | null;
}

/** The most that another run may cost, in dollars (null: no quota bounds it), or why none may begin now. */
export type MoneyLeft =
  | { readonly kind: "left"; readonly dollars: number | null }
  | { readonly kind: "none"; readonly why: string };

/** A quota that is set. `window` in milliseconds. */
interface MoneyQuota {
  readonly name: string;
  readonly most: number;
  readonly window: number;
}

/** The least that is left for a run, in dollars: with less than a cent no model can be asked. */
const LEAST = 0.01;

/** True where the configuration bounds what a day or 30 days may cost. */
export function isMoneyBounded(quotas: Config["quotas"]): boolean {
  return quotasOf(quotas).length > 0;
}

/**
 * What the quotas leave for another run. A run counts while it is open, with all that it may still spend, and after its
 * end for as long as its last event is within the time of the quota, with what it spent.
 */
export function moneyLeft(
  runs: readonly PaidRun[],
  quotas: Config["quotas"],
  now: number,
  iso: (ms: number) => string,
): MoneyLeft {
  let dollars: number | null = null;
  for (const quota of quotasOf(quotas)) {
    const counted = runs.filter(({ open, updatedAt }) => open || now - updatedAt < quota.window).map(claimOf);
    const unknown = counted.find((claim) => typeof claim === "string");
    if (unknown !== undefined) return { kind: "none", why: `${quota.name} cannot be kept: ${unknown}` };
    const claims = counted.filter((claim) => typeof claim !== "string");
    const left = quota.most - sumOf(claims, "spent") - sumOf(claims, "held");
    if (left < LEAST) return { kind: "none", why: usedUp(quota, claims, iso) };
    dollars = Math.min(dollars ?? left, left);
  }
  return { kind: "left", dollars: dollars === null ? null : Math.floor(dollars * 100) / 100 };
}

function quotasOf({ dollars_day: day, dollars_month: month }: Config["quotas"]): readonly MoneyQuota[] {
  return [
    ...(day === undefined ? [] : [{ name: "quotas.dollars_day", most: day, window: DAY }]),
    ...(month === undefined ? [] : [{ name: "quotas.dollars_month", most: month, window: MONTH }]),
  ];
}

/** What a run takes from a quota, in dollars: `spent`, and `held` for what an open run may still spend. */
interface Claim extends Pick<PaidRun, "open" | "updatedAt"> {
  readonly spent: number;
  readonly held: number;
}

/** What a run takes, or why nobody can say it. */
function claimOf({ issue, open, updatedAt, dollars: spent, cap }: PaidRun): Claim | string {
  if (spent === null)
    return (
      `what the run of #${issue} spent is not known (a model without a known price, or a history that cannot be ` +
      "read); `/clean` there takes it out of the sum"
    );
  if (!open) return { open, updatedAt, spent, held: 0 };
  if (cap === null)
    return `the run of #${issue} began without a cap in dollars; end it with \`/loop stop\`, or wait for its end`;
  return { open, updatedAt, spent, held: Math.max(0, cap - spent) };
}

function sumOf(claims: readonly Claim[], part: "spent" | "held"): number {
  return claims.reduce((sum, claim) => sum + claim[part], 0);
}

function usedUp({ name, most, window }: MoneyQuota, claims: readonly Claim[], iso: (ms: number) => string): string {
  const ended = claims.filter(({ open, spent }) => !open && spent > 0).map(({ updatedAt }) => updatedAt);
  const when = [
    ...(claims.some(({ open }) => open) ? ["when an open run has ended"] : []),
    ...(ended.length === 0 ? [] : [`after ${iso(Math.min(...ended) + window)}`]),
  ];
  const [spent, held] = [sumOf(claims, "spent").toFixed(2), sumOf(claims, "held").toFixed(2)];
  return (
    `${name} is used up: of $${most.toFixed(2)}, $${spent} are spent and the open runs may spend ` +
    `$${held} more. Ask again ${when.join(", or ")}`
  );
}

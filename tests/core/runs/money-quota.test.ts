/** Quotas of money: no sum of runs goes beyond them, and what cannot be known is refused. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { Config } from "#core/config/config.ts";
import { isMoneyBounded, moneyLeft, type PaidRun } from "#core/runs/money-quota.ts";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-01-31T12:00:00Z");
const quotas = (given: { dollars_day?: number; dollars_month?: number }) => Config.parse({ quotas: given }).quotas;
const iso = (ms: number) => new Date(ms).toISOString();
const ended = (hours: number, dollars: number | null): PaidRun => ({
  issue: 3,
  open: false,
  updatedAt: NOW - hours * HOUR,
  dollars,
  cap: null,
});
const open = (dollars: number | null, cap: number | null): PaidRun => ({
  issue: 4,
  open: true,
  updatedAt: NOW - 90 * 24 * HOUR,
  dollars,
  cap,
});
const left = (given: Parameters<typeof quotas>[0], ...runs: readonly PaidRun[]) => moneyLeft(runs, quotas(given), NOW, iso);

it.each<[string, ReturnType<typeof left>, number | null]>([
  ["no quota is set", left({}, ended(1, null), open(9, null)), null],
  ["nothing was spent", left({ dollars_day: 5 }), 5],
  ["a day has 24 hours", left({ dollars_day: 5 }, ended(23, 2), ended(24, 3)), 3],
  ["an open run may still spend its cap, however old it is", left({ dollars_day: 5 }, open(0.5, 2)), 3],
  ["a run may have gone beyond its cap by a call", left({ dollars_day: 5 }, open(2.5, 2)), 2.5],
  ["the month leaves less than the day", left({ dollars_day: 5, dollars_month: 20 }, ended(100, 18)), 2],
  ["the day leaves less than the month", left({ dollars_day: 5, dollars_month: 20 }, ended(2, 4)), 1],
  ["a month has 30 days", left({ dollars_month: 20 }, ended(719, 4), ended(720, 15)), 16],
  ["what is left is never rounded up", left({ dollars_day: 1 }, ended(1, 0.3333)), 0.66],
  ["a cost that is not known was long ago", left({ dollars_day: 5 }, ended(24, null)), 5],
])("says what a run may cost where %s", (_, found, dollars) => {
  expect(found).toEqual({ kind: "left", dollars });
});

it.each<[string, ReturnType<typeof left>, string]>([
  [
    "a day is used up",
    left({ dollars_day: 5 }, ended(1, 4), ended(3, 1)),
    "quotas.dollars_day is used up: of $5.00, $5.00 are spent and the open runs may spend $0.00 more. " +
      "Ask again after 2026-02-01T09:00:00.000Z",
  ],
  [
    "open runs hold what is left",
    left({ dollars_month: 5 }, ended(1, 1), open(1, 4)),
    "quotas.dollars_month is used up: of $5.00, $2.00 are spent and the open runs may spend $3.00 more. " +
      "Ask again when an open run has ended, or after 2026-03-02T11:00:00.000Z",
  ],
  ["less than a cent is left", left({ dollars_day: 5 }, ended(1, 4.995)), "quotas.dollars_day is used up"],
  [
    "a price is not known",
    left({ dollars_day: 5 }, ended(1, null)),
    "quotas.dollars_day cannot be kept: what the run of #3 spent is not known",
  ],
  [
    "an open run has no cap",
    left({ dollars_day: 5 }, open(0, null)),
    "the run of #4 began without a cap in dollars; end it with `/loop stop`",
  ],
])("says why no run may begin where %s", (_, found, why) => {
  expect(found).toEqual({ kind: "none", why: expect.stringContaining(why) });
});

it("never lets runs that begin one after the other spend more than the quota", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), (shares) => {
      const runs: PaidRun[] = [];
      for (const share of shares) {
        const now = left({ dollars_day: 7 }, ...runs);
        if (now.kind === "none" || now.dollars === null) break;
        runs.push(share < 0.5 ? open(now.dollars * share, now.dollars) : ended(1, now.dollars * share));
      }
      expect(runs.reduce((sum, { open: isOpen, dollars, cap }) => sum + (isOpen ? (cap ?? 0) : (dollars ?? 0)), 0)).toBeLessThanOrEqual(7);
    }),
  );
});

it("knows whether money is bounded", () => {
  expect([{}, { dollars_day: 1 }, { dollars_month: 1 }].map((given) => isMoneyBounded(quotas(given)))).toEqual([false, true, true]);
});

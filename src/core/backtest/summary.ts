/** Sums a backtest up: how far the gate can be trusted with this history, and what it cannot decide. */
import type { LandedChange } from "./candidate.ts";
import type { FixResult, JudgedFix, UndecidedReason } from "./fix-result.ts";
import { VARIANTS } from "./variants.ts";

/** A landed change, and what came of it. */
export interface BacktestRow extends LandedChange {
  readonly result: FixResult;
}

/**
 * `fixes`: changes that closed a bug, decided or not. `excused`: of the true fixes that are accepted, those for which
 * the plan must name tests that find less. `wrong`: patches that leave it in; `harmless`: those of which
 * the tests cannot tell. `medianMs`: of the decided ones, null where there are none. `trusted`: something was decided,
 * every true fix is accepted, and no wrong patch.
 */
export interface BacktestSummary {
  readonly fixes: number;
  readonly decided: number;
  readonly trueAccepted: number;
  readonly excused: number;
  readonly wrong: number;
  readonly wrongAccepted: number;
  readonly harmless: number;
  readonly notFixes: number;
  readonly medianMs: number | null;
  readonly undecided: readonly { readonly why: UndecidedReason; readonly count: number }[];
  readonly trusted: boolean;
}

/** The sums over all rows. Pure. */
export function summaryOf(rows: readonly BacktestRow[]): BacktestSummary {
  const judged = rows.flatMap(({ result }) => (result.kind === "judged" ? [result] : []));
  const whys = rows.flatMap(({ result }) => (result.kind === "undecided" ? [result.why] : []));
  const patches = judged.flatMap(({ variants }) =>
    VARIANTS.flatMap((name) => (name === "fix" ? [] : [variants[name].kind])),
  );
  const count = (kind: string): number => patches.filter((one) => one === kind).length;
  const trueAccepted = judged.filter(({ variants }) => variants.fix.kind === "accepted").length;
  const wrongAccepted = count("accepted");
  return {
    fixes: judged.length + whys.length,
    decided: judged.length,
    trueAccepted,
    excused: judged.filter(({ excused }) => excused.length > 0).length,
    wrong: wrongAccepted + count("refused"),
    wrongAccepted,
    harmless: count("harmless"),
    notFixes: rows.length - judged.length - whys.length,
    medianMs: medianOf(judged),
    undecided: [...new Set(whys)].map((why) => ({ why, count: whys.filter((one) => one === why).length })),
    trusted: judged.length > 0 && trueAccepted === judged.length && wrongAccepted === 0,
  };
}

function medianOf(judged: readonly JudgedFix[]): number | null {
  const times = judged.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? null;
}

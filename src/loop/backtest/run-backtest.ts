/** Goes through what has landed, the newest first, until enough closed bugs were looked at or the time is over. */
import { candidateOf, type LandedChange } from "#core/backtest/candidate.ts";
import { type FixResult, undecided } from "#core/backtest/fix-result.ts";
import type { BacktestRow } from "#core/backtest/summary.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { Workspace } from "#ports/workspace.ts";
import type { FixJudge } from "./judge-fix.ts";

/** The results of earlier calls. `get`: null where there is none that counts. */
export interface KeptResults {
  readonly get: (commit: string) => FixResult | null;
  readonly put: (commit: string, result: FixResult) => Promise<void>;
}

/** The bounds of a backtest. `last`: closed bugs. `over`: aborted when it must end. `oneFix`: the bound of the next. */
export interface BacktestBounds {
  readonly last: number;
  readonly over: AbortSignal;
  readonly oneFix: () => AbortSignal;
}

/** What a backtest needs. `tell`: called for each row as it comes, from an earlier call or not. */
export interface BacktestNeeds {
  readonly reader: Pick<Workspace, "treeOf" | "changes">;
  readonly tests: readonly string[];
  readonly judge: FixJudge;
  readonly kept: KeptResults;
  readonly bounds: BacktestBounds;
  readonly tell: (row: BacktestRow, number: number) => void;
}

/** The rows in the order of the history, and whether it was gone through as far as was asked. */
export interface BacktestRun {
  readonly rows: readonly BacktestRow[];
  readonly isWhole: boolean;
}

/** Never throws for one change alone: what keeps it from being decided is its row. */
export async function runBacktest(changes: readonly LandedChange[], needs: BacktestNeeds): Promise<BacktestRun> {
  const { bounds, tell } = needs;
  const rows: BacktestRow[] = [];
  let fixes = 0;
  for (const change of changes) {
    if (fixes >= bounds.last) break;
    const result = bounds.over.aborted ? "over" : await resultOf(change, needs);
    if (result === "over") return { rows, isWhole: false };
    if (result === null) continue;
    fixes += Number(result.kind !== "no_fix");
    const row = { ...change, result };
    rows.push(row);
    tell(row, fixes);
  }
  return { rows, isWhole: true };
}

/** Null for a change that closes no bug by its paths alone. */
async function resultOf(change: LandedChange, needs: BacktestNeeds): Promise<FixResult | null | "over"> {
  const { reader, tests, kept } = needs;
  const known = kept.get(change.commit);
  if (known !== null) return known;
  const changed = await reader.changes(await reader.treeOf(change.parent), await reader.treeOf(change.commit));
  const candidate = candidateOf(change, changed, tests);
  return candidate === null ? null : judged(candidate, needs);
}

/** A result is kept, but for one that says nothing of the change: that the outside failed, or all time was over. */
async function judged(
  candidate: Parameters<FixJudge>[0],
  { judge, kept, bounds }: BacktestNeeds,
): Promise<FixResult | "over"> {
  try {
    const result = await judge(candidate, bounds.oneFix());
    await kept.put(candidate.commit, result);
    return result;
  } catch (error) {
    if (error instanceof Failure) return { ...undecided("gate", error.message), ms: 0 };
    if (!(error instanceof Interrupted)) throw error;
    if (bounds.over.aborted) return "over";
    const slow = { ...undecided("slow", "it took longer than one fix may"), ms: 0 };
    await kept.put(candidate.commit, slow);
    return slow;
  }
}

/** Checks that a history was only ever added to: compares its states, one after another. Pure. */

/** What one commit of a run's ref holds. */
export interface HistoryState {
  readonly commit: string;
  /** The text of `history.jsonl`; null where there is none. */
  readonly history: string | null;
}

/** Where a history breaks. `event`: the number of the first line that is not what it was, from 1. */
export interface HistoryBreak {
  readonly commit: string;
  readonly event: number;
  readonly why: string;
}

/** The first commit that changed or took away what the one before it held; null where each only added. */
export function appendOnlyBreakIn(states: readonly HistoryState[]): HistoryBreak | null {
  let before: readonly string[] = [];
  for (const { commit, history } of states) {
    if (history === null) return { commit, event: 1, why: "it holds no history.jsonl" };
    const lines = history.split("\n");
    const event = before.findIndex((line, index) => line !== lines[index]) + 1;
    if (event > 0)
      return {
        commit,
        event,
        why: event > lines.length - 1 ? "it is gone" : "it is not what it was one commit before",
      };
    before = lines.slice(0, -1);
  }
  return null;
}

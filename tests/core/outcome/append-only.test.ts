/** A history that was only ever added to, told from its states (OBS-02). */
import { describe, expect, it } from "vitest";
import { appendOnlyBreakIn, type HistoryState } from "#core/outcome/append-only.ts";

const state = (commit: string, ...lines: readonly string[]): HistoryState => ({
  commit,
  history: lines.map((line) => `${line}\n`).join(""),
});

describe("the trail of a journal", () => {
  it.each<{ what: string; states: readonly HistoryState[]; found: ReturnType<typeof appendOnlyBreakIn> }>([
    { what: "has no break before anything was written", states: [], found: null },
    {
      what: "has no break where each state adds",
      states: [state("a", "1"), state("b", "1", "2"), state("c", "1", "2", "3", "4")],
      found: null,
    },
    { what: "has no break where a state adds nothing", states: [state("a", "1"), state("b", "1")], found: null },
    {
      what: "breaks where an event was changed",
      states: [state("a", "1", "2"), state("b", "1", "x", "3")],
      found: { commit: "b", event: 2, why: "it is not what it was one commit before" },
    },
    {
      what: "breaks where an event was put in between",
      states: [state("a", "1", "2"), state("b", "1", "x", "2")],
      found: { commit: "b", event: 2, why: "it is not what it was one commit before" },
    },
    {
      what: "breaks where the last event is gone",
      states: [state("a", "1", "2"), state("b", "1")],
      found: { commit: "b", event: 2, why: "it is gone" },
    },
    {
      what: "breaks at the first of several breaks",
      states: [state("a", "1"), state("b", "x"), state("c", "1")],
      found: { commit: "b", event: 1, why: "it is not what it was one commit before" },
    },
    {
      what: "breaks where a state holds no history",
      states: [state("a", "1"), { commit: "b", history: null }],
      found: { commit: "b", event: 1, why: "it holds no history.jsonl" },
    },
  ])("$what", ({ states, found }) => expect(appendOnlyBreakIn(states)).toEqual(found));
});

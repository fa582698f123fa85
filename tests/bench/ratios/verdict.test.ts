import { expect, it } from "vitest";
import type { Contest, Figure, Figures } from "../contest.ts";
import { measuredOf } from "./measured.ts";
import { faultsOf, steadyOf } from "./verdict.ts";

const TIME: Figure = { name: "own time", unit: "ms", targets: [] };
const BREAKS: Figure = { name: "breaks", unit: "count", targets: [] };
const CONTEST: Contest = { name: "c", what: "w", figures: [TIME, BREAKS], takesPeers: true, play: async () => ({}) };

/** Plays of ours that take so long, beside a floor that takes 10. */
function measured(ours: readonly number[], breaks = 0) {
  const plays = ours.map((time): Figures => ({ "own time": time, breaks }));
  return measuredOf(
    CONTEST,
    new Map([
      ["ours", plays],
      ["floor", [{ "own time": 10, breaks: 0 }]],
    ]),
  );
}

it("has nothing against a ratio that is as it was, better, or worse by a fifth", () => {
  const kept = { "own time": 5, breaks: 1 };
  for (const time of [50, 20, 60]) expect(faultsOf(measured([time]), kept)).toEqual([]);
});

it("names a figure that is worse than that, with what it was and is", () => {
  const faults = faultsOf(measured([61, 90]), { "own time": 5, breaks: 1 });
  expect(faults).toEqual(["own time: the ratio was 5.00, is 6.10"]);
});

it("notices that something happens which never did", () => {
  const faults = faultsOf(measured([50], 1), { breaks: 1 });
  expect(faults).toEqual(["breaks: the ratio was 1.00, is 2.00"]);
});

it("has nothing against a figure that is new, and names one that is gone", () => {
  const faults = faultsOf(measured([500]), { breaks: 1, memory: 3 });
  expect(faults).toEqual(["memory: the ratio was 3.00, is no longer measured"]);
});

it("refuses a play that lacks a figure", () => {
  expect(() => measuredOf(CONTEST, new Map([["ours", [{ "own time": 1 }]]]))).toThrow("nothing was measured");
  expect(() => measuredOf({ ...CONTEST, figures: [BREAKS] }, new Map([["ours", [{}]]]))).toThrow("ours has no breaks");
});

it("judges of a contest what is alike on all machines where that is asked for", () => {
  const figures: readonly Figure[] = [
    TIME,
    BREAKS,
    { name: "cost", unit: "tokens", targets: [] },
    { name: "growth", unit: "times", targets: [] },
  ];
  expect(steadyOf(figures, { "own time": 2, breaks: 1, cost: 0.5, growth: 1, gone: 3 })).toEqual({ breaks: 1, cost: 0.5 });
});

import { expect, it } from "vitest";
import type { HiddenCheck } from "#core/events/data/iteration.ts";
import { allowedHiddenChecks, printsExpected } from "#core/iteration/hidden-checks.ts";
import { aRun } from "../../builders/run.ts";

const CHECK: HiddenCheck = { rule: "a.correctness.acceptance", title: "Greek letters", run: "node slug.js Ωmega", expects: "mega-slug" };

it.each<{ when: string; check?: Partial<HiddenCheck>; there?: readonly HiddenCheck[]; why: string }>([
  { when: "its rule is not there", check: { rule: "a.correctness.logic" }, why: "names no rule of level A that is checked by running" },
  {
    when: "its rule is not active yet",
    check: { rule: "b.completeness.docs" },
    why: "names no rule of level A that is checked by running",
  },
  { when: "it is there", there: [CHECK], why: "is there already" },
  { when: "it can be guessed", check: { expects: "TRUE" }, why: "expects what could be guessed" },
  { when: "it is a digit", check: { expects: "42" }, why: "expects what could be guessed" },
  { when: "it tells", check: { run: "test $(node slug.js) = mega-slug" }, why: "shows in its command what it expects" },
  {
    when: "there are ten",
    there: Array.from({ length: 10 }, (_, index) => ({ ...CHECK, run: `node slug.js ${index}` })),
    why: "is one too many: a run takes 10",
  },
])("refuses a hidden check when $when [RH-06]", ({ check = {}, there = [], why }) => {
  const asked = { ...CHECK, ...check };
  const { hidden, refused } = allowedHiddenChecks(aRun({ progress: { hidden: there } }), [asked]);
  expect(hidden).toEqual([]);
  expect(refused).toEqual([`${asked.rule}: the hidden check "Greek letters" ${why}`]);
});

it("takes one that computes, and not the same again", () => {
  const { hidden, refused } = allowedHiddenChecks(aRun(), [CHECK, CHECK]);
  expect(hidden).toEqual([CHECK]);
  expect(refused).toHaveLength(1);
});

it.each([
  { stdout: "mega-slug\n", holds: true },
  { stdout: "\n  mega-slug  \n\n", holds: true },
  { stdout: "mega-slug\nmega-slug\n", holds: false },
  { stdout: "the mega-slug", holds: false },
  { stdout: "", holds: false },
])("takes $stdout for what it expects: $holds [RH-06]", ({ stdout, holds }) => {
  expect(printsExpected(CHECK, stdout)).toBe(holds);
});

import { expect, it } from "vitest";
import { checkHypotheses, type Hypothesis } from "#core/events/data/hypothesis.ts";
import { canDebug } from "#core/iteration/critique-targets.ts";
import { anEvaluation, aPlan, aRun } from "../../../builders/run.ts";

const TRIED = [{ command: "node x.js", output: "got 2\n\n" }];
const guess = (change: Partial<Hypothesis> = {}): Hypothesis => ({
  claim: "empty fields are filtered",
  condition: "x.js prints 2",
  confirm: "got 2",
  reject: "got 3",
  likelihood: 1,
  status: "confirmed",
  evidence: { command: "node x.js", quote: "got 2" },
  ...change,
});

it.each([
  { what: "a quote that was printed", change: {}, status: "confirmed" },
  { what: "a rejection that was printed", change: { status: "rejected" as const }, status: "rejected" },
  { what: "a quote that nobody printed", change: { evidence: { command: "node x.js", quote: "got 3" } }, status: "inconclusive" },
  { what: "a command that nobody ran", change: { evidence: { command: "node y.js", quote: "got 2" } }, status: "inconclusive" },
  { what: "no evidence", change: { evidence: null }, status: "inconclusive" },
])("takes $what for $status [S4.24]", ({ change, status }) => {
  const [found] = checkHypotheses([guess(change)], TRIED);
  expect(found?.status).toBe(status);
  expect(found?.evidence === null).toBe(status === "inconclusive");
});

it("puts the most likely first [S4.24]", () => {
  expect(checkHypotheses([guess({ likelihood: 3 }), guess({ likelihood: 2 })], TRIED).map(({ likelihood }) => likelihood)).toEqual([2, 3]);
});

it("looks into a failure that a command reproduces, and into no other [S4.24, C4.17]", () => {
  const failed = (id: string) => aRun({ progress: { evaluation: anEvaluation({ [id]: "fail" }) } });
  const kinds = Object.fromEntries(
    aPlan().rules.map(({ id, check }) => [id, canDebug(failed(id)) === ["command", "tests"].includes(check.kind)]),
  );
  expect(Object.values(kinds)).not.toContain(false);
  expect(canDebug(failed("a.correctness.acceptance"))).toBe(true);
  expect(canDebug(aRun())).toBe(false);
  const turned = aPlan().rules.map((rule) => ({ ...rule, check: { kind: "not_command" as const, run: "grep -r TODO src" } }));
  expect(canDebug({ ...failed("a.correctness.acceptance"), plan: aPlan({ rules: turned }) })).toBe(true);
});

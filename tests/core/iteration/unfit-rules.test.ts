/** Rules that do not measure what a review asks for, by what trying them on the reviewed head has shown. */
import { expect, it } from "vitest";
import type { RuleOnBase } from "#core/iteration/red-on-base.ts";
import { unfitRules } from "#core/iteration/unfit-rules.ts";
import * as j from "../../builders/journal.ts";

const ID = "a.review.1";
const trial = (verdict: "pass" | "fail" | "na", details: string, other: Partial<RuleOnBase> = {}): RuleOnBase => ({
  result: { id: ID, verdict, details, evidence: [] },
  couldRun: true,
  missing: null,
  ...other,
});

it.each<{ what: string; tried: RuleOnBase; why: string | null }>([
  { what: "red because it is not done", tried: trial("fail", "exit code 1"), why: null },
  { what: "green already", tried: trial("pass", "exit code 0"), why: "It holds already, so it would not show" },
  { what: "without its command", tried: trial("na", "exit code 127", { couldRun: false }), why: "Its command cannot run here." },
  { what: "without its script", tried: trial("fail", 'npm error Missing script: "tset"'), why: 'There is no script or target "tset".' },
  {
    what: "a file that is to come",
    tried: trial("na", "cannot tell", { missing: "src/new.js" }),
    why: "It is red only because a file is not there",
  },
  { what: "a file that nobody brings", tried: trial("na", "cannot tell", { missing: "lib/x.js" }), why: "the plan does not bring it" },
])("a rule that is $what: $why", ({ tried, why }) => {
  const found = unfitRules(j.PLAN, [tried], ["package.json", "src/split.js"]);
  expect(found).toEqual(why === null ? [] : [{ id: ID, why: expect.stringContaining(why) }]);
  expect(found.every((one) => one.why.endsWith(tried.result.details))).toBe(true);
});

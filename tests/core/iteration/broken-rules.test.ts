/** Rules that say nothing about the work: what their commands print on the base, and what becomes of each. */
import { expect, it } from "vitest";
import { brokenRules } from "#core/iteration/broken-rules.ts";
import type { RuleOnBase } from "#core/iteration/red-on-base.ts";
import type { Plan } from "#core/plan/plan.ts";
import * as journal from "../../builders/journal.ts";

const ID = "a.correctness.logic";
const PATHS = ["package.json", "src/split.js", "src/join.js", "test/split.test.js", "app/core.py"];
const PLAN: Plan = { ...journal.PLAN, scope: { paths: ["src/*.js"], out: [] } };

const trial = (details: string, other: Partial<RuleOnBase> = {}): RuleOnBase => ({
  result: { id: ID, verdict: "fail", details, evidence: [] },
  couldRun: true,
  missing: null,
  ...other,
});

/** Why the one rule is broken; null where it is as it should be. */
const why = (one: RuleOnBase, plan: Plan = PLAN): string | null => {
  const [broken] = brokenRules(plan, [one], PATHS);
  return broken === undefined ? null : (broken.why.split("\n")[0] ?? "");
};
const missing = (path: string, plan?: Plan): string | null => why(trial("exit code 1", { missing: path }), plan);

it.each([
  ["exit code 1\nAssertionError: 2 !== 3"],
  ["exit code 1\nSyntaxError: The requested module './src/split.js' does not provide an export named 'splitAll'"],
  ["exit code 1\n[eval1]:1\nTypeError: split.all is not a function"],
  ["exit code 1\nError [ERR_MODULE_NOT_FOUND]: Cannot find module '/tmp/site-1/src/quotes.js' imported from /tmp/site-1/[eval1]"],
  ["exit code 1\nError: Cannot find module './src/quotes.js'"],
])("leaves a rule that is red because the work is not done: %s", (details) => {
  expect(why(trial(details))).toBeNull();
});

it.each([
  ["exit code 2\nsh: 1: Syntax error: Unterminated quoted string", "Its command cannot be parsed."],
  ["exit code 2\nbash: -c: line 1: unexpected EOF while looking for matching `\"'", "Its command cannot be parsed."],
  ["exit code 1\n[eval]:1\nif (\n\nSyntaxError: Unexpected end of input", "Its command cannot be parsed."],
  ['exit code 1\n  File "<string>", line 1\n    if\nIndentationError: expected', "Its command cannot be parsed."],
  ['exit code 1\nnpm error Missing script: "tset"', 'There is no script or target "tset".'],
  ["exit code 2\nmake: *** No rule to make target 'chekc'.  Stop.", 'There is no script or target "chekc".'],
  ['exit code 1\nerror Command "tset" not found.', 'There is no script or target "tset".'],
  [
    "exit code 1\nError: Cannot find module '/tmp/site-1/lib/split.js'",
    '"/tmp/site-1/lib/split.js" is not there, and the plan does not bring it.',
  ],
  ["exit code 1\nError: Cannot find module './src/splt.js'", '"./src/splt.js" is not there; is "src/split.js" meant?'],
  ["exit code 1\nCannot find package 'lodahs' imported from /tmp/x", '"lodahs" is not there, and the plan does not bring it.'],
  ["exit code 1\nCannot find package '@scope/x' imported from /tmp/x", '"@scope/x" is not there, and the plan does not bring it.'],
  ["exit code 1\nModuleNotFoundError: No module named 'app.cor'", '"app.cor" is not there; is "app/core.py" meant?'],
  ["exit code 1\nModuleNotFoundError: No module named 'flask'", '"flask" is not there, and the plan does not bring it.'],
])("finds the fault in the rule itself: %s", (details, fault) => {
  expect(why(trial(details))).toBe(fault);
});

it("says of a command that cannot run what it printed", () => {
  expect(brokenRules(PLAN, [trial("exit code 127\nsh: 1: jset: not found", { couldRun: false })], PATHS)).toEqual([
    { id: ID, why: "Its command cannot run here.\nexit code 127\nsh: 1: jset: not found" },
  ]);
});

it("takes a missing path for the work's own where the plan brings it, unless it is a slip", () => {
  expect(missing("test/quotes.test.js")).toBeNull();
  expect(missing("docs/quotes.md")).toBe('"docs/quotes.md" is not there, and the plan does not bring it.');
  expect(missing("src/split.sj")).toBe('"src/split.sj" is not there; is "src/split.js" meant?');
  expect(missing("src/splits.js", { ...PLAN, scope: { paths: ["src/**", "src/splits.js"], out: [] } })).toBeNull();
  expect(missing("test/quotes.test.js", { ...PLAN, workflow: "minor-edit" })).toContain("does not bring it");
  expect(missing("x.py", { ...PLAN, scope: { paths: ["*.py"], out: [] } })).toBeNull();
});

it("lets a plan bring a script, a package and a module of Python", () => {
  const plan = (path: string): Plan => ({ ...PLAN, scope: { paths: [path], out: [] } });
  expect(why(trial('exit code 1\nnpm error Missing script: "bench"'), plan("package.json"))).toBeNull();
  expect(why(trial("Cannot find package 'lodash' imported from /tmp/x"), plan("package.json"))).toBeNull();
  expect(why(trial("No module named 'app.quotes'"), plan("app/**"))).toBeNull();
  expect(why(trial("No module named 'app.cores'"), plan("app/**"))).toBe('"app.cores" is not there; is "app/core.py" meant?');
});

it("finds every green rule where none is red that must be", () => {
  const green = (id: string): RuleOnBase => trial("exit code 0", { result: { id, verdict: "pass", details: "exit code 0", evidence: [] } });
  const all = [green(ID), green("a.completeness.types"), green("b.security.input-validation")];
  const said = "It is green on the base, and no fail rule is red before the work.";
  expect(brokenRules(PLAN, all, PATHS)).toEqual([
    { id: ID, why: said },
    { id: "b.security.input-validation", why: said },
  ]);
  expect(brokenRules({ ...PLAN, workflow: "minor-edit" }, all, PATHS)).toEqual([]);
  expect(brokenRules(PLAN, [trial("exit code 1"), ...all.slice(1)], PATHS)).toEqual([]);
});

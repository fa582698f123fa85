/** The attacks on a plan, the cheapest first, and what came of one. */
import { expect, it } from "vitest";
import { attackVerdict, drivenRules, judgedRules } from "#core/attacks/attack-verdict.ts";
import { attacksOf } from "#core/attacks/attacks-of.ts";
import type { AttackBase } from "#core/attacks/demands/attack-base.ts";
import { mayFaultsSlip, openRules } from "#core/attacks/open-rules.ts";
import { entailsSlipped, slippedOf } from "#core/attacks/slipped.ts";
import type { FixedFile } from "#core/backtest/half.ts";
import type { Plan } from "#core/plan/plan.ts";
import type { Rule } from "#core/rules/rule.ts";
import { anAttackBase, aRule } from "../../builders/attack-base.ts";
import { aPlan } from "../../builders/run.ts";

const TEXTS = {
  "src/slug.js": "export const slug = (t) => t;\n",
  "src/more.js": "1;\n",
  "src/go.go": "",
  "tests/new.test.js": "it();\n",
  "tests/kept.test.js": "it();\n",
};

function groundOf(check: Parameters<typeof aRule>[1] | null, plan: Partial<Plan> = {}): AttackBase {
  return anAttackBase(TEXTS, { rules: check === null ? [] : [aRule("a.of.one", check)], ...plan });
}

/** Each attack with what it changes. */
function told(ground: AttackBase, earlier: readonly FixedFile[] = []): readonly string[] {
  return attacksOf(ground, earlier).map(({ name, edits }) =>
    [name, ...edits.map(({ path, text }) => `${path}${text === null ? " gone" : text === "" ? " empty" : ""}`)].join(": "),
  );
}

it("tries nothing, and what takes tests away, where no rule has to turn green", () => {
  expect(told(groundOf(null))).toEqual([
    "nothing",
    "hollow_tests: tests/new.test.js",
    "early_exit: src/slug.js",
    "early_exit: src/more.js",
    "hollow_early_exit: src/slug.js: tests/new.test.js",
    "hollow_tests: tests/new.test.js",
    "tests_deleted: tests/new.test.js gone",
    "tests_emptied: tests/new.test.js empty",
  ]);
});

it("serves what rules demand, with and without hollow tests", () => {
  const run = `node -e 'import("./src/slug.js").then(({ slug }) => process.exit(slug("A") === "a" ? 0 : 1))' && npm test`;
  expect(told(groundOf({ kind: "command", run }))).toEqual([
    "nothing",
    "hollow_tests: tests/new.test.js",
    "special_cases: src/slug.js",
    "hollow_special_cases: src/slug.js: tests/new.test.js",
    "early_exit: src/slug.js",
    "early_exit: src/more.js",
    "hollow_early_exit: src/slug.js: tests/new.test.js",
    "hollow_tests: tests/new.test.js",
    "tests_deleted: tests/new.test.js gone",
    "tests_emptied: tests/new.test.js empty",
  ]);
});

it("leaves tests alone where no rule rests on them, and ends sources that are to come with each that is there", () => {
  expect(told(groundOf({ kind: "command", run: "node src/new.js && grep -q word docs/a.md" }))).toEqual([
    "nothing",
    "texts: src/new.js empty: docs/a.md",
    "special_cases: src/new.js: docs/a.md",
    "early_exit: src/new.js: docs/a.md",
    "early_exit: src/new.js: docs/a.md: src/slug.js",
    "early_exit: src/new.js: docs/a.md: src/more.js",
  ]);
});

it("breaks sources where a command must fail", () => {
  expect(told(groundOf({ kind: "not_command", run: "node src/slug.js" }))).toContain("broken: src/slug.js");
  expect(
    told(groundOf({ kind: "command", run: "node src/slug.js" }, { checks: { ...aPlan().checks, test: "node src/slug.js" } })),
  ).toContain("tests_deleted: tests/new.test.js gone");
});

it("writes tests that a plan names and that are to come", () => {
  const plan = {
    scope: { paths: ["src/**", "tests/added.test.js", "tests/no.go"], out: [] },
    expectedTestChanges: [{ path: "tests/kept.test.js", test: "a", mayBe: "changed" as const }],
  };
  expect(told(groundOf({ kind: "tests", run: "npm test", files: "branch" }, plan))).toEqual([
    "nothing",
    "hollow_tests: tests/kept.test.js: tests/added.test.js",
    "early_exit: src/slug.js",
    "early_exit: src/more.js",
    "hollow_early_exit: src/slug.js: tests/kept.test.js: tests/added.test.js",
    "hollow_tests: tests/kept.test.js: tests/added.test.js",
    "tests_deleted: tests/kept.test.js gone",
    "tests_emptied: tests/kept.test.js empty",
  ]);
});

it("removes a file that must go, also one that is no text, and none that is not there", () => {
  const ground = groundOf({ kind: "not_file", path: "src/logo.png" });
  expect(told(ground)).not.toContain("texts: src/logo.png gone");
  expect(told({ ...ground, paths: [...ground.paths, "src/logo.png"] })).toContain("texts: src/logo.png gone");
});

it("does the first part of what an earlier iteration did", () => {
  const made = (path: string): FixedFile => ({ path, before: null, after: "y", lineAfter: () => null });
  expect(told(groundOf({ kind: "file", path: "docs/a.md" }), [made("src/b.js"), made("src/c.js")])).toContain("first_hunk: src/b.js");
});

it("knows the rules that are open, and whether faults may slip", () => {
  const warn = aRule("b.of.two", { kind: "file", path: "a" }, "warn");
  const ground = groundOf({ kind: "not_command", run: "a" });
  expect(openRules({ ...ground, plan: { ...ground.plan, rules: [...ground.plan.rules, warn] } }).map(({ id }) => id)).toEqual(["a.of.one"]);
  expect(openRules({ ...ground, results: [{ id: "a.of.one", verdict: "pass", details: "", evidence: [] }] })).toEqual([]);
  expect([ground, groundOf({ kind: "file", path: "a" })].map(mayFaultsSlip)).toEqual([true, false]);
});

it("tells of one that slipped, and of no other that changes the same and more", () => {
  const edits = Array.from({ length: 12 }, (_, index) => ({ path: `src/${index}.js`, text: "" }));
  const ground = groundOf({ kind: "file", path: "docs/a.md" });
  expect(slippedOf({ name: "fault", line: 3, edits }, ground)).toEqual({
    name: "fault",
    line: 3,
    paths: edits.slice(0, 10).map(({ path }) => path),
    rules: ["a.of.one"],
  });
  expect(slippedOf({ name: "nothing", edits: [] }, ground)).toEqual({ name: "nothing", paths: [], rules: ["a.of.one"] });
  const [one, two] = [
    { name: "texts" as const, edits: edits.slice(0, 1) },
    { name: "special_cases" as const, edits: edits.slice(0, 2) },
  ];
  expect([entailsSlipped(two, [one]), entailsSlipped(one, [two]), entailsSlipped(one, [])]).toEqual([true, false, false]);
});

const DRIVEN = aRule("a.of.file", { kind: "file", path: "a" });
const JUDGED: Rule = aRule("a.of.good", { kind: "content", question: "Is it good?" });

it.each([
  { rules: [DRIVEN], verdict: "pass" as const, isOver: false, came: "slipped" },
  { rules: [DRIVEN], verdict: "fail" as const, isOver: false, came: "refused" },
  { rules: [DRIVEN], verdict: "fail" as const, isOver: true, came: "undecided" },
  { rules: [DRIVEN, JUDGED], verdict: "pass" as const, isOver: true, came: "judged" },
  {
    rules: [DRIVEN, aRule("a.of.good", { kind: "content", question: "Is it good?" }, "warn")],
    verdict: "pass" as const,
    isOver: false,
    came: "slipped",
  },
])("$came: the driven rule is $verdict, over: $isOver", ({ rules, verdict, isOver, came }) => {
  const plan = aPlan({ rules });
  expect(attackVerdict(plan, [{ id: "a.of.file", verdict, details: "", evidence: [] }], isOver)).toBe(came);
  expect([...drivenRules(plan), ...judgedRules(plan)]).toHaveLength(rules.filter(({ severity }) => severity === "fail").length);
});

import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Acceptance, type ChecklistItem, checklistItemsOf, checksIn } from "#core/rules/acceptance.ts";
import { AcceptanceDraft, acceptanceFrom } from "#core/rules/acceptance-draft.ts";
import { checklistOf, type ItemFinding, type ItemOutcome, unmetReasons } from "#core/rules/checklist-line.ts";
import { normaliseRule } from "#core/rules/rule.ts";

const CHECK = { kind: "file" as const, path: "a" };
const leaf = (text = "x"): ChecklistItem => ({ text, check: CHECK });
const finding = (outcome: ItemOutcome): ItemFinding => ({ outcome, details: outcome });
const decided = (items: readonly ChecklistItem[], ...outcomes: readonly ItemOutcome[]) => checklistOf(items, outcomes.map(finding));

it.each<{ all: ItemOutcome; any: ItemOutcome; of: readonly ItemOutcome[] }>([
  { of: ["pass", "pass"], all: "pass", any: "pass" },
  { of: ["pass", "fail"], all: "fail", any: "pass" },
  { of: ["fail", "fail"], all: "fail", any: "fail" },
  { of: ["pass", "unjudged"], all: "unjudged", any: "pass" },
  { of: ["fail", "unjudged"], all: "fail", any: "unjudged" },
  { of: ["pass", "person"], all: "person", any: "pass" },
  { of: ["fail", "person"], all: "fail", any: "person" },
  { of: ["unjudged", "person"], all: "unjudged", any: "person" },
])("decides $of as $all where all are asked and as $any where any is [S2.34, C2.12, C2.19]", ({ of, all, any }) => {
  const inner = of.map(() => leaf());
  expect(decided([{ text: "g", group: inner }], ...of)[0]?.outcome).toBe(all);
  expect(decided([{ text: "g", anyOf: inner }], ...of)[0]?.outcome).toBe(any);
});

const NESTED: Acceptance = [
  leaf("first"),
  { text: "either", anyOf: [leaf("second"), { text: "both", group: [leaf("third"), leaf("fourth")] }] },
  leaf("fifth"),
];

it("lists a nested checklist line by line, with what came of each [S2.34]", () => {
  const lines = decided(NESTED, "pass", "fail", "pass", "unjudged", "person");
  expect(lines.map(({ depth, text, outcome }) => `${"  ".repeat(depth)}${text}: ${outcome}`)).toEqual([
    "first: pass",
    "either: unjudged",
    "  second: fail",
    "  both: unjudged",
    "    third: pass",
    "    fourth: unjudged",
    "fifth: person",
  ]);
  expect(checksIn(NESTED).map(({ text }) => text)).toEqual(["first", "second", "third", "fourth", "fifth"]);
});

it("says what is not met and why, and nothing of what passed or is a person's [S2.34, C2.19]", () => {
  expect(unmetReasons(decided(NESTED, "pass", "fail", "pass", "unjudged", "person"))).toEqual([
    "either (unjudged): second: fail; fourth: unjudged",
  ]);
  expect(unmetReasons(decided(NESTED, "fail", "pass", "fail", "fail", "fail"))).toEqual([
    "first (fail): first: fail",
    "fifth (fail): fifth: fail",
  ]);
  expect(unmetReasons(decided(NESTED, "pass", "pass", "fail", "fail", "person"))).toEqual([]);
  expect(unmetReasons(decided([]))).toEqual([]);
});

it("does not pass what nobody looked at [C2.12]", () => {
  expect(checklistOf([leaf()], [])).toMatchObject([{ outcome: "unjudged", details: "" }]);
  expect(unmetReasons(checklistOf([leaf("one")], []))).toEqual(["one (unjudged): one: unjudged"]);
});

const outcomes = fc.constantFrom<ItemOutcome>("pass", "fail", "unjudged", "person");
const trees = fc.letrec<{ item: ChecklistItem }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 2 },
    fc.constant(leaf()),
    fc.array(tie("item"), { minLength: 1, maxLength: 3 }).map((group): ChecklistItem => ({ text: "g", group })),
    fc.array(tie("item"), { minLength: 1, maxLength: 3 }).map((anyOf): ChecklistItem => ({ text: "g", anyOf })),
  ),
})).item;

it("never gets worse when one more check passes, whatever the tree [S2.34]", () => {
  void fc.assert(
    fc.property(fc.array(trees, { maxLength: 3 }), fc.array(outcomes, { minLength: 30, maxLength: 30 }), fc.nat(29), (items, given, at) => {
      const better = given.with(at, "pass");
      const before = unmetReasons(decided(items, ...given));
      if (before.length === 0) expect(unmetReasons(decided(items, ...better))).toEqual([]);
      expect(unmetReasons(decided(items, ...better)).length).toBeLessThanOrEqual(before.length);
      expect(checklistOf(items, []).filter(({ kind }) => kind === "check")).toHaveLength(checksIn(items).length);
    }),
    // What broke it once took a thousand draws to be found.
    { numRuns: 5_000, seed: 1 },
  );
});

it("takes four levels and not five [S2.34]", () => {
  const deep = (depth: number): ChecklistItem => (depth === 1 ? leaf() : { text: "g", group: [deep(depth - 1)] });
  expect(Acceptance.safeParse([deep(4)]).success).toBe(true);
  expect(Acceptance.safeParse([deep(5)]).success).toBe(false);
});

const entry = (id: string, is: "check" | "all" | "any", within: string | null = null) => ({
  id,
  within,
  text: id,
  is,
  check: is === "check" ? { kind: "file", text: "a" } : null,
});

it("makes a tree of a drafted list [S2.34]", () => {
  const draft = AcceptanceDraft.parse([
    entry("one", "check"),
    entry("some", "any"),
    entry("two", "check", "some"),
    entry("every", "all", "some"),
    entry("three", "check", "every"),
  ]);
  expect(acceptanceFrom(draft)).toEqual([leaf("one"), { text: "some", anyOf: [leaf("two"), { text: "every", group: [leaf("three")] }] }]);
  expect(acceptanceFrom([])).toEqual([]);
});

it.each([
  { draft: [entry("a", "all")], says: "nothing lies within it" },
  { draft: [entry("a", "check", "b"), entry("b", "all")], says: "no entry before it is called b" },
  { draft: [entry("a", "check"), entry("b", "check", "a")], says: "a is a check" },
  { draft: [entry("a", "check"), entry("a", "check")], says: "two entries have the same id" },
  { draft: [{ ...entry("a", "check"), check: null }], says: "a check has a check" },
])("refuses a drafted list: $says [S2.34]", ({ draft, says }) => {
  expect(
    AcceptanceDraft.safeParse(draft)
      .error?.issues.map(({ message }) => message)
      .join(),
  ).toContain(says);
});

it("puts what a person confirms among the rules on the checklist too [C2.19]", () => {
  const confirm = { kind: "assertion" as const, statement: "It reads well." };
  const rules = [
    normaliseRule({ id: "a.x.y", description: "It reads well", severity: "info", check: confirm }),
    normaliseRule({ id: "a.x.z", description: "d", severity: "fail", check: CHECK }),
  ];
  expect(checklistItemsOf({ acceptance: [leaf("one")], rules })).toEqual([leaf("one"), { text: "It reads well", check: confirm }]);
});

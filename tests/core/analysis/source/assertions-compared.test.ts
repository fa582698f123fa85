/** Of an assertion that was rewritten: whether it asserts no less, by its text. */
import { expect, it } from "vitest";
import { assertsNoLess } from "#core/analysis/source/assertions-compared.ts";
import { nonBlankLinesOf } from "#core/analysis/source/code-lines.ts";
import { bare, literalsIn, statementAt, statementOf } from "#core/analysis/source/statement-text.ts";
import { unpaired } from "#core/values/unpaired.ts";

const holds = (before: string, after: string, table = ""): boolean =>
  assertsNoLess(statementAt(nonBlankLinesOf(before), 0), statementAt(nonBlankLinesOf(after), 0), literalsIn(nonBlankLinesOf(table)));

it.each<[string, string, string, string?]>([
  ["a message more", 'assert.equal(count("a"), 1)', 'assert.equal(count("a"), 1, "one field")'],
  ["another layout", "check(a, [1, 2])".replace("check", "assert_eq!"), "assert_eq!(\n  a,\n  [1, 2],\n)"],
  ["other quotation marks", "assertEqual(a('x'), 1)", 'assertEqual(a("x"), 1)', '"x"'],
  ["a table of cases", 'self.assertEqual(split("a,b"), ["a", "b"])', "self.assertEqual(split(line), fields)", '"a,b" ["a", "b"]'],
  ["a table with names of its own", 'check.assertEqual(split("a"), ["a"])', "check.assertEqual(split(one.line), one.fields)", '"a"'],
  ["a message behind a sentence", "assert a == 1", 'assert a == 1, f"a is {a}"'],
  ["one truth more", "assert a == 1", "assert a == 1 and b == 2"],
  ["one truth more, in brackets", "assert.ok(a === 1);", "assert.ok(a === 1 && b[0]);"],
  ["a list in a list", "assertEqual(a, [[1, 2], {3: 4}])", "assertEqual(a, b)", "1 2 3 4"],
  ["a report in other words", 't.Errorf("got %d", got)', 't.Fatalf("%q is %d", line, got)'],
])("takes %s for no less [RH-07]", (_, before, after, table) => {
  expect(holds(before, after, table)).toBe(true);
});

it.each<[string, string, string, string?]>([
  ["another assertion", "assert.equal(count(a), 1)", "assert.ok(count(a), 1)"],
  ["no comparison", "assert a == 1", "assert a, 1"],
  ["another comparison", "assert a == 1", "assert a >= 1"],
  ["a way out", "assert a == 1", "assert a == 1 or b"],
  ["a way out behind one truth more", "assert a == 1", "assert a == 1 and b or c"],
  ["one truth more of what is compared", "assertEqual(a, 1)", "assertEqual(a, 1 and b)"],
  ["a truth in place of what is compared", "expect(add(1, 2)).toBe(3)", "expect(add(1, 2) && 3).toBe(3)"],
  ["the last of two things", "expect(add(1, 2)).toBe(3)", "expect((add(1, 2), 3)).toBe(3)"],
  ["a distance", "assertEquals(a, 1.5)", "assertEquals(a, 1.5, delta)"],
  ["a condition", "assertEqual(a, 1)", "assertEqual(a, 1 if b else a)"],
  ["a condition before it", "Runner.assertEquals(3, longest(a));", "if (late()) Runner.assertEquals(3, longest(a));"],
  ["something else", "assertEqual(a(b), c)", "assertEqual(b, c)"],
  ["itself on both sides", "assertEqual(a(b), c)", "assertEqual(a(b), a(b), c)"],
  ["another literal", "assertEqual(a, 3)", "assertEqual(a, 4)"],
  ["a literal that is nowhere", "assertEqual(a(3), 4)", "assertEqual(a(b), c)", "3"],
  ["a call in place of a literal", "assertEqual(a, 3)", "assertEqual(a, a(b))", "3"],
  ["an argument of what is asserted", "assertEqual(a(b), 1)", "assertEqual(a(b, 'c'), 1)"],
  ["nothing behind a word", "assert a", "assert"],
  ["a name that is not ended", "assertEqual(a, 3", "assertEqual(a, b.", "3"],
  ["a list that stays open", "assertEqual(a, [1", "assertEqual(a, b"],
  ["a report in place of an assertion", "assert a == 1", 't.Errorf("a")'],
  ["an assertion in place of a report", 't.Errorf("a")', "assert a == 1"],
])("finds that %s asserts less [RH-07]", (_, before, after, table) => {
  expect(holds(before, after, table)).toBe(false);
});

it("reads the end of a very long line as it is", () => {
  const long = `assertEqual(a, "${"x".repeat(3_000)}`;
  expect(statementOf(`${long}y")`)).not.toEqual(statementOf(`${long}z")`));
});

it("follows a statement for twenty lines", () => {
  const open = (most: number): string => `assertEqual(\n${"a,\n".repeat(most)}`;
  expect(statementAt(nonBlankLinesOf(open(30)), 0)).toEqual(statementAt(nonBlankLinesOf(open(19)), 0));
});

it("says no where statements are very long, and where very many are gone", () => {
  const long = `assertEqual(a, ${"b, ".repeat(1_000)}c)`;
  expect(assertsNoLess(statementOf(long), statementOf(long), new Set())).toBe(false);
  expect(assertsNoLess(statementOf("ok(a)"), statementOf(long), new Set())).toBe(false);
  const many = Array.from({ length: 51 }, (_, index) => index);
  expect(unpaired(many, many, Object.is)).toEqual(many);
  expect(unpaired(many.slice(0, 50), many, Object.is)).toEqual([]);
});

it("knows a literal whatever its quotation marks", () => {
  expect(["'a'", '"a"', "`a`", "3"].map(bare)).toEqual(["a", "a", "a", "3"]);
  expect(statementOf('"')).toEqual([]);
  expect(statementOf("f( a,\n b, )")).toEqual(["f", "(", "a", ",", "b", ")"]);
});

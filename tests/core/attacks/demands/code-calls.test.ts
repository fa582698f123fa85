/** Calls in a program's text whose arguments are literals, and what each must give. */
import { expect, it } from "vitest";
import { codeCalls, type Expected } from "#core/attacks/demands/code-calls.ts";

const value = (text: string): Expected => ({ kind: "value", text });

it.each<readonly [string, string, string, Expected]>([
  ['assert.equal(slug("A b"), "a-b")', "slug", '"A b"', value('"a-b"')],
  ['expect(slug("A b")).toBe("a-b")', "slug", '"A b"', value('"a-b"')],
  ['expect(await slug("A")).toEqual({ a: 1 })', "slug", '"A"', value("{ a: 1 }")],
  ["assert total([1, 2]) == 3", "total", "[1, 2]", value("3")],
  ["assert not valid('x')", "valid", "'x'", value("false")],
  ["self.assertFalse(valid('x'))", "valid", "'x'", value("false")],
  ["assert.ok(!valid('x'))", "valid", "'x'", value("false")],
  ["assert valid('x')", "valid", "'x'", value("true")],
  ["assert find('x') is None", "find", "'x'", value("None")],
  ["process.exit(sum(1, 2) === 3 ? 0 : 1)", "sum", "1, 2", value("3")],
  ["if (sum(1, 2) !== 3) process.exit(1)", "sum", "1, 2", value("3")],
  ["if (sum(1, 2) !== wanted) exit(1)", "sum", "1, 2", value("true")],
  ["assertEqual(3, sum(1, 2))", "sum", "1, 2", value("3")],
  ["3 === m.sum(1, 2)", "sum", "1, 2", value("3")],
  ["words('a b').length === 2", "words", "'a b'", { kind: "length", text: "2" }],
  ["assert len(words('a b')) == 2", "words", "'a b'", { kind: "length", text: "2" }],
  ["console.log(slug('A'))", "slug", "'A'", { kind: "shown" }],
  ["print(str(m.slug('A')))", "slug", "'A'", { kind: "shown" }],
  ["assert.throws(() => parse('x'))", "parse", "'x'", { kind: "throws", text: "Error" }],
  ["assert.throws(() => parse('x'), RangeError)", "parse", "'x'", { kind: "throws", text: "RangeError" }],
  ["assert.throws(() => { parse('x') }, { name: 'TypeError' })", "parse", "'x'", { kind: "throws", text: "TypeError" }],
  ["expect(() => parse('x')).toThrow()", "parse", "'x'", { kind: "throws", text: "Error" }],
  ["expect(() => parse('x')).toThrow(RangeError)", "parse", "'x'", { kind: "throws", text: "RangeError" }],
  ["expect(() => parse('x')).not.toThrow()", "parse", "'x'", value("true")],
  ["with self.assertRaises(ValueError):\n    parse('x')", "parse", "'x'", { kind: "throws", text: "ValueError" }],
  ["with raises(KeyError) as e:\n    m.parse('x')", "parse", "'x'", { kind: "throws", text: "KeyError" }],
])("reads %j", (text, name, given, expected) => {
  expect(codeCalls(text)).toEqual([{ name, given, expected }]);
});

it.each(["function sum(1)", "def total(1):", "slug(title)", "'a b'.split(' ')", "assert(1)", "sum 1", "sum(1"])(
  "finds none in %j",
  (text) => {
    expect(codeCalls(text)).toEqual([]);
  },
);

it("finds all of them, in their order", () => {
  expect(codeCalls("a(1) === 2; b.a(2) === 4").map(({ name, given }) => `${name} ${given}`)).toEqual(["a 1", "a 2"]);
});

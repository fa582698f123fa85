/** Literals in a program's text: where each ends, and what is none. */
import { expect, it } from "vitest";
import { listEnd, literalEnd } from "#core/attacks/demands/literals.ts";

it.each([
  ['"a \\" b" + 1', '"a \\" b"'],
  ["'it' ", "'it'"],
  ["`plain` x", "`plain`"],
  ["b'bytes'", "b'bytes'"],
  ["  -1.5)", "  -1.5"],
  [".5;", ".5"],
  ["1e3 + 1", "1e3"],
  ["true;", "true"],
  ["None)", "None"],
  ["[1, [2, 'x'], ] ===", "[1, [2, 'x'], ]"],
  ["[]", "[]"],
  ["{ a: 1, 'b': { c: null } }.d", "{ a: 1, 'b': { c: null } }"],
  ['{"k": (1, 2)}', '{"k": (1, 2)}'],
  ["[1\n, 2]", "[1\n, 2]"],
])("ends the literal of %j", (text, literal) => {
  expect(text.slice(0, literalEnd(text, 0) ?? undefined)).toBe(literal);
});

it.each(["value", "f(1)", "[1, x]", "[1 2]", "{ a }", "`a $b`", '"open', "trueish", "[1", "", "[[[[[[[[[1]]]]]]]]]"])(
  "finds none in %j",
  (text) => {
    expect(literalEnd(text, 0)).toBeNull();
  },
);

it("ends a list behind its bracket, and none that holds another thing", () => {
  expect(listEnd('f("a", [1]) + 2', 2, ")")).toBe(11);
  expect(listEnd("f() + 2", 2, ")")).toBe(3);
  expect(listEnd("f(pad=2)", 2, ")")).toBeNull();
  expect(listEnd("f(a, 2)", 2, ")")).toBeNull();
});

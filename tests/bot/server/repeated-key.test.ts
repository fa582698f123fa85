/** A JSON text in which a key stands twice in one object is found, whatever else is in it. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { repeatedKey } from "../../../bot/server/repeated-key.ts";

const keyIn = (json: string): string | null => repeatedKey(json, JSON.parse(json));

it("knows a key from a text, and one object from the next [WH-07]", () => {
  expect(keyIn('{"a":"a","b":{"a":"\\"a\\":"},"c":[{"a":1},{"a":2}],"d":"{\\"a\\":1,\\"a\\":2}"}')).toBeNull();
  expect(keyIn(`{"a":${"[".repeat(50_000)}${"]".repeat(50_000)},"b":{},"a":1}`)).toBe("a");
});

it("finds nothing where the text was read as something else", () => {
  expect(repeatedKey('{"a":1}', {})).toBeNull();
});

it.each([
  { what: "written with an escape", json: '{"a":1,"\\u0061":2}', key: "a" },
  { what: "that ends in backslashes", json: '{"a\\\\":1,"a\\\\":2}', key: "a\\" },
  { what: "with blanks before the colon", json: '{"a" :1,\r\n"a"\t\n:2}', key: "a" },
  { what: "of no letters", json: '{"":1,"":2}', key: "" },
  { what: "that is an object's own business", json: '{"__proto__":1,"__proto__":2}', key: "__proto__" },
  { what: "whose first value was an object with keys", json: '{"a":{"b":1,"c":2},"a":1}', key: "a" },
  { what: "deep in a list", json: '{"l":[[{"x":{"a":1,"a":2}}]]}', key: "a" },
])("finds a key $what [WH-07]", ({ json, key }) => {
  expect(keyIn(json)).toBe(key);
});

it("finds nothing in what was written from a value, and what was put in twice is found", () => {
  const value = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" });
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: "binary" }), value, { minKeys: 1 }), fc.boolean(), (object, indented) => {
      const json = JSON.stringify(object, null, indented ? 1 : 0);
      const [key = ""] = Object.keys(JSON.parse(json));
      expect(keyIn(json)).toBeNull();
      expect(keyIn(`${json.slice(0, -1)},${JSON.stringify(key)}:null}`)).toBe(key);
    }),
  );
});

it("is linear in the length of strings full of backslashes and quotes", () => {
  expect(keyIn(JSON.stringify({ a: '\\"'.repeat(500_000), b: "\\".repeat(1_000_000) }))).toBeNull();
});

/** The program that a simple command starts, and the code that it hands over. */
import { expect, it } from "vitest";
import { givenCodes, isFunctionName, programCall } from "#core/attacks/demands/programs.ts";

const split = (text: string): readonly string[] => (text === "" ? [] : text.split(" "));

it.each([
  ["./bin/tool a b", "bin/tool", ["a", "b"], false],
  ["node bin/tool.js a", "bin/tool.js", ["a"], false],
  ["! python3 ./tool.py", "tool.py", [], true],
  ["X=1 timeout 5 node --no-warnings tool.js a", "tool.js", ["a"], false],
  ["bun run tool.ts", "tool.ts", [], false],
  ["python -m pkg.cli a", "pkg/cli.py", ["a"], false],
  ["if slug a", "slug", ["a"], false],
])("%s starts %s", (text, name, given, isDenied) => {
  expect(programCall(split(text))).toEqual({ name, given, isDenied });
});

it.each(["", "!", "node -e code", "node --test tests", "python3 -m unittest", "python3 -m pytest -q", "node -", "node", "python3 -m"])(
  "%j starts none",
  (text) => {
    expect(programCall(split(text))).toBeNull();
  },
);

it.each([
  ["node -e a()", [], [{ text: "a()", isShown: false }]],
  ["node -p a()", [], [{ text: "a()", isShown: true }]],
  ["/usr/bin/node --input-type=module --eval a()", [], [{ text: "a()", isShown: false }]],
  ["node --print a()", [], [{ text: "a()", isShown: true }]],
  ["python3 -", ["b()"], [{ text: "b()", isShown: false }]],
  ["grep -e a()", ["b()"], []],
  ["", ["b()"], []],
])("%s with %j hands over %j", (text, documents, codes) => {
  expect(givenCodes(split(text), documents)).toEqual(codes);
});

it("knows names of functions from programs that every system has, and from paths", () => {
  expect(["slug", "to-slug", "grep", "bin/tool", "1a"].map(isFunctionName)).toEqual([true, true, false, false, false]);
});

/** A second fault is derived from what a row's test imports, and is another one than the first. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { ROOT } from "../house/tools.ts";
import { faultsOf, readBook } from "./conformance/book.ts";
import { provenIn } from "./conformance/row.ts";
import { houseOf, secondFaults } from "./second-faults.ts";
import { valuesAround } from "./values.ts";

const root = mkdtempSync(join(tmpdir(), "loopwright-second-"));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const ROW = { id: "S1.10", test: "tests/a.test.ts", fault: "first" };
const SOURCES = {
  "src/core/a.ts": "export function a(x: number) {\n  return { y: x };\n}\n\nconst isSmall = (x: number): boolean => x < 1;\n",
  "src/core/b.ts": "export async function b(): Promise<void> {\n  await done();\n}\n",
  "src/core/table.ts": 'import { deep } from "./deep.ts";\n\nexport const TABLE = { run: () => deep(1) };\n',
  "src/core/deep.ts": "export function deep(x: number): number {\n  return x;\n}\n",
  "tests/helper.ts": 'import { b } from "#core/b.ts";\nexport const help = () => b();\n',
};

function derived(test: string, first = { file: "src/core/other.ts", find: "x" }) {
  for (const [path, text] of Object.entries({ ...SOURCES, "tests/a.test.ts": test })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return secondFaults(houseOf(root), ROW, { ...first, replace: "" }).map(({ name }) => name.replace(/:\d+:\d+/, ""));
}

const A = 'import { a } from "#core/a.ts";\n';
const HELP = 'import { help } from "./helper.ts";\n';
const OF_A = ["a of src/core/a.ts gives nothing", "isSmall of src/core/a.ts says the opposite"];
const OF_B = "b of src/core/b.ts gives nothing";

it.each([
  { what: "functions of a file that the row's test uses", test: `${A}it("x [S1.10]", () => {\n  a(1);\n});\n`, gives: OF_A },
  { what: "the function of a helper", test: `${HELP}it("x [S1.10]", () => {\n  help();\n});\n`, gives: [OF_B] },
  {
    what: "the nearest, and not what another test uses",
    test: `${A}${HELP}it("y", () => {\n  a(1);\n});\nit("x [S1.10]", () => {\n  help();\n});\n`,
    gives: [OF_B],
  },
  {
    what: "what a table of the product is made of",
    test: 'import { TABLE } from "#core/table.ts";\nit("x [S1.10]", () => {\n  TABLE.deep;\n});\n',
    gives: ["run of src/core/table.ts gives nothing", "deep of src/core/deep.ts gives nothing"],
  },
  { what: "nothing for types alone", test: 'import { type A } from "#core/a.ts";\nit("x [S1.10]", () => {\n  f<A>();\n});\n', gives: [] },
  { what: "nothing for a test that imports nothing", test: 'it("x [S1.10]", () => {});\n', gives: [] },
])("finds $what", ({ test, gives }) => {
  expect(derived(test)).toEqual(gives);
});

it("puts the function first that the first fault stands in, then others of its file", () => {
  const test = `${A}${HELP}it("x [S1.10]", () => {\n  a(1);\n  help();\n});\n`;
  expect(derived(test, { file: "src/core/a.ts", find: "x < 1" })).toEqual([...OF_A.toReversed(), OF_B]);
  expect(derived(test, { file: "src/core/a.ts", find: "return { y" })).toEqual([...OF_A, OF_B]);
});

const VALUES = `import { a } from "./a.ts";

export const LIMITS = { "most": 5, isOpen: true, say: "so", take: a, each: (x) => x > 7 };
const OTHER = "other";
export function f() {
  const LOCAL = "local";
  return LOCAL;
}
`;

it("makes another value of a table where the first fault stands in it, the nearest first and itself last", () => {
  const around = (find: string) => valuesAround("src/a.ts", VALUES, { at: VALUES.indexOf(find), length: find.length });
  expect(around("true").map(({ from, to, now }) => [VALUES.slice(from, to), now])).toEqual([
    ["5", "6"],
    ['"so"', '"sox"'],
    ["take: a", "another_take:a"],
    ["true", "false"],
  ]);
  expect(around('"other"').map(({ now }) => now)).toEqual(['"otherx"']);
  expect(around('"local"')).toEqual([]);
});

it("takes no value that makes of the file what the first fault does", () => {
  const values = (replace: string) =>
    secondFaults(houseOf(root), ROW, { file: "src/core/flag.ts", find: "true", replace }).map(
      ({ distance, name }) => `${distance} ${name}`,
    );
  derived(A);
  writeFileSync(join(root, "src/core/flag.ts"), "export const FLAG = true;\n");
  expect(values("false")).not.toContainEqual(expect.stringContaining("is false"));
  expect(values("null")).toContainEqual(expect.stringMatching(/^value true of .* is false$/));
});

it("finds one for at least 97 of 100 rows of the catalogue of behaviours", () => {
  const book = readBook(ROOT);
  const house = houseOf(ROOT);
  expect(faultsOf(ROOT, book)).toEqual([]);
  const rows = provenIn(book);
  const found = rows.filter((row) => secondFaults(house, row, book.faults[row.fault]).length > 0);
  expect(found.length / rows.length).toBeGreaterThanOrEqual(0.97);
});

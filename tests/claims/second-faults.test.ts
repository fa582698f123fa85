/** A second fault is derived from what a row's test imports, and is another one than the first. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { ROOT } from "../house/tools.ts";
import { faultsOf, readBook } from "./conformance/book.ts";
import { provenIn } from "./conformance/row.ts";
import { IN_TEST } from "./in-test.ts";
import { secondFaults } from "./second-faults.ts";

const root = mkdtempSync(join(tmpdir(), "loopwright-second-"));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const ROW = { id: "S1.10", test: "tests/a.test.ts", fault: "first" };
const SOURCES = {
  "src/core/a.ts": "export function a(x: number): { readonly y: number } | null {\n  return { y: x };\n}\n\nexport const C = { d };\n",
  "src/core/b.ts": "export async function b(): Promise<void> {\n  await done();\n}\n",
  "src/core/table.ts": 'import { deep } from "./deep.ts";\n\nexport const TABLE = { deep: deep(1) };\n',
  "src/core/deep.ts": "export function deep(x: number): number {\n  return x;\n}\n",
  "tests/helper.ts": 'import { b } from "#core/b.ts";\nexport const help = () => b();\n',
};

function named(test: string, first = "src/core/other.ts"): string | null {
  for (const [path, text] of Object.entries({ ...SOURCES, "tests/a.test.ts": test })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return secondFaults(root, ROW, { file: first, find: "x", replace: "y" })[0]?.name ?? null;
}

const A = 'import { a } from "#core/a.ts";\n';
const HELP = 'import { help } from "./helper.ts";\n';

it.each([
  { what: "a function that the row's test uses", test: `${A}it("x [S1.10]", () => {\n  a(1);\n});\n`, gives: "a of src/core/a.ts" },
  { what: "the function of a helper", test: `${HELP}it("x [S1.10]", () => {\n  help();\n});\n`, gives: "b of src/core/b.ts" },
  {
    what: "the nearest, and not what another test uses",
    test: `${A}${HELP}it("y", () => {\n  a(1);\n});\nit("x [S1.10]", () => {\n  help();\n});\n`,
    gives: "b of src/core/b.ts",
  },
  {
    what: "what a table of the product is made of",
    test: 'import { TABLE } from "#core/table.ts";\nit("x [S1.10]", () => {\n  TABLE.deep;\n});\n',
    gives: "deep of src/core/deep.ts",
  },
  { what: "nothing for types alone", test: 'import { type A } from "#core/a.ts";\nit("x [S1.10]", () => {\n  f<A>();\n});\n', gives: null },
  { what: "nothing for a test that imports nothing", test: 'it("x [S1.10]", () => {});\n', gives: null },
])("finds $what", ({ test, gives }) => {
  expect(named(test)).toBe(gives === null ? null : `${gives} gives nothing`);
});

it("takes a function of another file than the first fault's where there is one", () => {
  const test = `${A}${HELP}it("x [S1.10]", () => {\n  a(1);\n  help();\n});\n`;
  expect(named(test, "src/core/a.ts")).toBe("b of src/core/b.ts gives nothing");
  expect(named(`${A}it("x [S1.10]", () => {\n  a(1);\n});\n`, "src/core/a.ts")).toBe("a of src/core/a.ts gives nothing");
});

it("leaves the body behind a result that is an object type", () => {
  named(`${A}it("x [S1.10]", () => {\n  a(1);\n});\n`);
  const { find, replace } = secondFaults(root, ROW, undefined)[0]?.fault ?? { find: "", replace: "" };
  expect(readFileSync(join(root, "src/core/a.ts"), "utf8").replace(find, replace)).toContain(
    `{ readonly y: number } | null {\n  if (${IN_TEST}) return undefined as never;\n  return { y: x };\n}`,
  );
});

it("finds one for at least 97 of 100 rows of the catalogue of behaviours", () => {
  const book = readBook(ROOT);
  expect(faultsOf(ROOT, book)).toEqual([]);
  const rows = provenIn(book);
  const found = rows.filter((row) => secondFaults(ROOT, row, book.faults[row.fault]).length > 0);
  expect(found.length / rows.length).toBeGreaterThanOrEqual(0.97);
});

/** Comments: whoever reads only this repository can follow them, and each file's first sentence has a subject. */
import { expect, it } from "vitest";
import { danglingReferences, headsWithoutSubject } from "./comments.ts";
import { product } from "./product.ts";

const SOURCES = product();

it("names no page, finding, row or module that is not here", () => {
  expect(danglingReferences(SOURCES)).toEqual([]);
});

it("finds a reference to a page that is not here, wherever the comment stands", () => {
  const text = [
    "/** Adds (architecture 2). */",
    "export const sum = 1; // as of F27",
    "export function add() {",
    "  // S1.36 asks for it",
    '  return "architecture 3";',
    "}",
    "/* last: RH-11 */",
  ].join("\n");
  expect(danglingReferences([{ path: "src/a.ts", text }])).toEqual([
    "src/a.ts:1: architecture 2",
    "src/a.ts:2: F27",
    "src/a.ts:4: S1.36",
    "src/a.ts:7: RH-11",
  ]);
});

it("finds a reference to a module that has another name now, and takes one that is there", () => {
  const text = "/** Reads ids (core/config/provider), as core/config/providers.ts and core/config have them. */\nexport const id = 1;\n";
  expect(danglingReferences([{ path: "src/a.ts", text }])).toEqual(["src/a.ts:1: core/config/provider"]);
});

it("begins each file with a sentence that has a subject", () => {
  expect(headsWithoutSubject(SOURCES)).toEqual([]);
});

it("finds a file that begins with a bare clause, on one line and on several", () => {
  const sources = [
    { path: "src/a.ts", text: "/** What is due. */\n" },
    { path: "src/b.ts", text: "/**\n * Whether a run\n * goes on.\n */\n" },
    { path: "src/c.ts", text: "/** Decides what is due. */\n" },
  ];
  expect(headsWithoutSubject(sources)).toEqual(["src/a.ts: What is due.", "src/b.ts: Whether a run goes on."]);
});

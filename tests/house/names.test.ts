/** Names: no retired word, no name twice within a floor. Each rule is seen to find what it is for. */
import { expect, it } from "vitest";
import { doubledExports, doubledFiles, product } from "./product.ts";
import { retiredNames, retiredWords } from "./words.ts";

const SOURCES = product();

/** Both providers give the same answers to the same port, so their files have the same names, and their folders say which: `anthropic/`, `openai/`. */
const PROVIDER_FILES = ["attempt.ts", "errors.ts", "model.ts", "reply.ts", "request.ts", "turn.ts", "usage.ts"];
const PROVIDER_EXPORTS = ["attemptsAt", "requestOf", "worstPrice"];

it("reads the whole product", () => {
  expect(SOURCES.length).toBeGreaterThan(700);
});

it("has no retired word in the name of a file or an export", () => {
  expect(retiredNames(SOURCES)).toEqual([]);
});

it("finds a retired word in a file's name, in an export's, and in prose", () => {
  const planted = {
    path: "src/loop/desk.ts",
    text: "export const tidyUp = 1;\nexport interface DeadLetter {}\nexport type WorldView = 1;\n",
  };
  expect(retiredNames([planted]).map((fault) => fault.split(": ")[1])).toEqual(["desk.ts", "tidyUp", "WorldView"]);
  expect(retiredWords("src/loop/README.md", "The Desk keeps dead letters; `press` is code.")).toEqual([expect.stringContaining("desk ->")]);
});

it("exports no name twice within a floor", () => {
  expect(doubledExports(SOURCES, new Set(PROVIDER_EXPORTS))).toEqual([]);
});

it("has no two files of one base name within a floor", () => {
  expect(doubledFiles(SOURCES, new Set(PROVIDER_FILES))).toEqual([]);
});

it("excuses at most fifteen doubles", () => {
  expect(PROVIDER_FILES.length + PROVIDER_EXPORTS.length).toBeLessThanOrEqual(15);
});

it("finds a name that two files of a floor export, and a base name that two have", () => {
  const of = (path: string) => ({ path, text: "export const sum = 1;\nexport type Sum = 1;\n" });
  const sources = [of("src/core/values/sum.ts"), of("src/core/rules/sum.ts"), of("src/text/format/sum.ts")];
  expect(doubledExports(sources, new Set())).toEqual([
    "src/core sum: src/core/values/sum.ts, src/core/rules/sum.ts",
    "src/core Sum: src/core/values/sum.ts, src/core/rules/sum.ts",
  ]);
  expect(doubledFiles(sources, new Set())).toEqual(["src/core sum.ts: src/core/values/sum.ts, src/core/rules/sum.ts"]);
});

/** One fault for each lint rule that the house leans on. */
import type { Plant } from "./layer-plants.ts";

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `  list.push(${index});\n`).join("");

const promises: readonly Plant[] = [
  {
    rule: "lint/nursery/noFloatingPromises",
    path: "src/loop/floating.ts",
    content: "async function work(): Promise<number> {\n  return 1;\n}\n\nexport function forget(): void {\n  work();\n}\n",
  },
  {
    rule: "lint/nursery/noMisusedPromises",
    path: "src/loop/misused.ts",
    content:
      "async function ready(): Promise<boolean> {\n  return false;\n}\n\nexport function go(): number {\n  if (ready()) return 1;\n  return 2;\n}\n",
  },
  {
    rule: "lint/nursery/useExhaustiveSwitchCases",
    path: "src/core/incomplete.ts",
    content:
      'export function numberOf(level: "A" | "B"): number {\n  switch (level) {\n    case "A":\n      return 1;\n  }\n  return 2;\n}\n',
  },
];

const globals: readonly Plant[] = ["Date.now()", "process.pid", "fetch", "setTimeout", "globalThis.Date"].map((global, index) => ({
  rule: "lint/style/noRestrictedGlobals",
  path: `src/${["core", "loop", "text", "agent", "ports"][index]}/impure-${index}.ts`,
  content: `export const impure = () => ${global};\n`,
}));

const shapes: readonly Plant[] = [
  { rule: "lint/style/noDefaultExport", path: "src/core/default.ts", content: "export default 1;\n" },
  { rule: "lint/performance/noBarrelFile", path: "src/core/index.ts", content: 'export { sum } from "./sum.ts";\n' },
  { rule: "lint/performance/noReExportAll", path: "src/core/everything.ts", content: 'export * from "./sum.ts";\n' },
  { rule: "lint/style/noEnum", path: "src/core/enum.ts", content: "export enum Level {\n  A,\n  B,\n}\n" },
  { rule: "lint/style/noNamespace", path: "src/core/namespace.ts", content: "export namespace house {\n  export const floor = 1;\n}\n" },
  {
    rule: "lint/style/noNonNullAssertion",
    path: "src/core/assertion.ts",
    content: "export const first = (list: readonly string[]): string => list[0]!;\n",
  },
  { rule: "lint/suspicious/noExplicitAny", path: "src/core/any.ts", content: "export const all = (value: any): unknown => value;\n" },
  { rule: "lint/suspicious/noConsole", path: "src/adapters/console.ts", content: 'export const say = () => console.log("here");\n' },
  { rule: "lint/style/useFilenamingConvention", path: "src/core/camelCase.ts", content: "export const name = 1;\n" },
  {
    rule: "lint/style/noParameterAssign",
    path: "src/core/assign.ts",
    content: "export function up(a: number): number {\n  a += 1;\n  return a;\n}\n",
  },
];

const sizes: readonly Plant[] = [
  {
    rule: "lint/complexity/noExcessiveLinesPerFunction",
    path: "src/core/long.ts",
    content: `export function long(list: number[]): void {\n${lines(51)}}\n`,
  },
  {
    rule: "lint/complexity/noExcessiveCognitiveComplexity",
    path: "src/core/knot.ts",
    content:
      "export function knot(a: number): number {\n  for (let i = 0; i < a; i++) {\n    if (i % 2 === 0) {\n      for (let j = 0; j < i; j++) {\n        if (j % 3 === 0) {\n          if (i > j) return j;\n        }\n      }\n    }\n  }\n  return a;\n}\n",
  },
  {
    rule: "lint/complexity/useMaxParams",
    path: "src/core/many.ts",
    content: "export const many = (a: number, b: number, c: number, d: number, e: number): number => a + b + c + d + e;\n",
  },
];

const cycle: Plant = {
  rule: "lint/suspicious/noImportCycles",
  path: "src/core/here.ts",
  content: 'import { there } from "./there.ts";\n\nexport const here = (): unknown => there;\n',
  beside: { "src/core/there.ts": 'import { here } from "./here.ts";\n\nexport const there = (): unknown => here;\n' },
};

export const LINT_PLANTS: readonly Plant[] = [...promises, ...globals, ...shapes, ...sizes, cycle];

/** Files without a fault, one on a floor that may touch the clock. */
export const CLEAN = {
  "src/core/sum.ts": "export const sum = (a: number, b: number): number => a + b;\n",
  "src/adapters/clock.ts": "export const now = (): number => Date.now();\n",
};

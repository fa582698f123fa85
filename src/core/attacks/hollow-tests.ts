/** Writes tests that check nothing, in place of those that a plan expects. */
import { attackLanguageOf } from "./language.ts";

/** A test file with one test of each name that passes whatever the code does; null for a language without one. Pure. */
export function hollowTests(path: string, text: string, names: readonly string[]): string | null {
  const titles = names.length === 0 ? ["it works"] : names;
  switch (attackLanguageOf(path, text)) {
    case "javascript":
      return hollowOfNode(text, titles);
    case "python":
      return hollowOfPython(text, titles);
    case "shell":
      return `${titles.map((title) => `echo 'ok - ${title.replaceAll("'", "")}'`).join("\n")}\nexit 0\n`;
    case "go":
      return `package ${/^package (\w+)/m.exec(text)?.[1] ?? "main"}\nimport "testing"\nfunc TestIt(t *testing.T) {}\n`;
    default:
      return null;
  }
}

/** Runners that give `test` to every file need no import; Node's own does. */
function hollowOfNode(text: string, titles: readonly string[]): string {
  const runner = /from ["'](vitest|@jest\/globals|bun:test)["']/.exec(text)?.[1];
  const isGlobal = runner === undefined && text !== "" && !text.includes("node:test");
  const tests = titles.map((title) => `test(${JSON.stringify(title)}, () => {});`).join("\n");
  if (runner !== undefined) return `import { test } from "${runner}";\n${tests}\n`;
  return isGlobal ? `${tests}\n` : `import("node:test").then(({ test }) => {\n${tests}\n});\n`;
}

function hollowOfPython(text: string, titles: readonly string[]): string {
  const names = titles.map((title) => title.replace(/^.*[.:]/, "").replace(/\W+/g, "_"));
  const functions = names.map((name) => (name.startsWith("test") ? name : `test_${name}`));
  if (text !== "" && !text.includes("unittest")) return functions.map((name) => `def ${name}(): pass\n`).join("");
  const methods = functions.map((name) => `    def ${name}(self): pass\n`).join("");
  return `import unittest\nclass TestIt(unittest.TestCase):\n${methods}${functions.map((name) => `def ${name}(): pass\n`).join("")}`;
}

/** Writes tests that check nothing, beside those that are there. */

import { attackLanguageOf } from "#core/attacks/demands/language.ts";
import { atTheTop } from "./top.ts";

/**
 * The file with one more test of each title that passes whatever the code does; null for a language without one. Pure.
 */
export function hollowTests(path: string, text: string, titles: readonly string[]): string | null {
  const all = titles.length === 0 ? ["it works"] : titles;
  switch (attackLanguageOf(path, text)) {
    case "javascript":
      return `${text}${hollowOfNode(text, all)}`;
    case "python":
      return `${text}${hollowOfPython(text, all)}`;
    case "shell":
      return hollowOfShell(text, all);
    default:
      return null;
  }
}

/** Runners that give `test` to every file need no import; Node's own does, and is what a new file is for. */
function hollowOfNode(text: string, titles: readonly string[]): string {
  const tests = titles.map((title) => `hollow(${JSON.stringify(title)}, () => {});\n`).join("");
  const runner = /from ["'](vitest|@jest\/globals|bun:test)["']/.exec(text)?.[1];
  if (runner !== undefined) return `\nimport { test as hollow } from "${runner}";\n${tests}`;
  const isNode = text === "" || text.includes("node:test");
  return isNode
    ? `\nimport("node:test").then(({ test: hollow }) => {\n${tests}});\n`
    : `\nconst hollow = test;\n${tests}`;
}

/** A title may name the module and the class as well. */
function hollowOfPython(text: string, titles: readonly string[]): string {
  const names = titles.map((title) => title.replace(/^.*[.:]/, "").replace(/\W+/g, "_"));
  const functions = names.map((name) => (name.startsWith("test") ? name : `test_${name}`));
  const plain = functions.map((name) => `def ${name}(): pass\n`).join("");
  if (text !== "" && !text.includes("unittest")) return `\n\n${plain}`;
  const methods = functions.map((name) => `    def ${name}(self): pass\n`).join("");
  const classes = [...new Set(titles.map((title) => /\b([A-Z]\w*)\.\w+$/.exec(title)?.[1] ?? "HollowTest"))];
  const cases = classes.map((name) => `class ${name}(unittest.TestCase):\n${methods}`).join("");
  return `\n\nimport unittest\n${cases}${plain}`;
}

/** What names tests is printed first; a new file ends well. */
function hollowOfShell(text: string, titles: readonly string[]): string {
  const lines = titles.map((title) => `echo 'ok - ${title.replaceAll("'", "")}'`).join("\n");
  return text === "" ? `${lines}\nexit 0\n` : atTheTop(text, lines);
}

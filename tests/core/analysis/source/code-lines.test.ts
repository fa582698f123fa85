import { expect, it } from "vitest";
import { codeLinesOf } from "#core/analysis/source/code-lines.ts";

it.each([
  ["a.ts", "a\n\n  b\r\n", ["a", "b"], ["a", "b"]],
  ["a.ts", "// a\nb // c\n#d", ["b // c", "#d"], ["b // c", "#d"]],
  ["a.ts", "/** a */\n/*\n * b\nc\n*/ d\ne", ["e"], ["c", "*/ d", "e"]],
  ["a.ts", "/* a */ b\n/**/ c", [], ["/* a */ b", "/**/ c"]],
  ["a.ts", "glob('src/**/x')\nb\nc = '*/'", ["glob('src/**/x')", "b", "c = '*/'"], ["glob('src/**/x')", "b", "c = '*/'"]],
  ["a.rs", "#[test]\nfn a() {}", ["#[test]", "fn a() {}"], ["#[test]", "fn a() {}"]],
  ["a.py", "# a\nb # c", ["b # c"], ["b # c"]],
  ["a.py", '"""\na\n"""\nb', ["b"], ['"""', "a", '"""', "b"]],
  ["a.py", '"""a"""\nb', ["b"], ['"""a"""', "b"]],
  ["a.py", 'x = """\na\n"""\nb', ['x = """', "b"], ['x = """', "a", '"""', "b"]],
  ["a.rb", "# a\nb", ["b"], ["b"]],
])("%s %j: sure lines %j, live lines %j", (path, text, sure, live) => {
  expect(codeLinesOf(path, text).sure.map((line) => line.text)).toEqual(sure);
  expect(codeLinesOf(path, text).live.map((line) => line.text)).toEqual(live);
});

it("numbers lines from 1, blank ones and comments counted", () => {
  expect(codeLinesOf("a.ts", "\n// x\na\n\nb").sure).toEqual([
    { number: 3, text: "a" },
    { number: 5, text: "b" },
  ]);
});

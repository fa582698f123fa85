/** Finds the tests of a file in Python: each is a function, and what belongs to it is indented. */
import { bracketsIn, maskedCode } from "./masked-code.ts";
import { type FoundTest, type NamedTest, type TitledBlock, withNames } from "./named-test.ts";

const HEAD = /^([ \t]*)(?:(?:async[ \t]+)?def[ \t]+(test\w*)[ \t]*\(|class[ \t]+(\w+))/gm;
/** Characters between the arguments of a function and its colon, at most. */
const LONGEST_RESULT = 200;

/** Gives every function whose name begins with `test`, with its decorators. Linear. Pure. */
export function definedTests(path: string, text: string): readonly NamedTest[] {
  const { code, endOf } = bracketsIn(maskedCode(path, text));
  const tests: FoundTest[] = [];
  const suites: TitledBlock[] = [];
  for (const { 0: head, 1: indent = "", 2: title, 3: named = "", index } of code.matchAll(HEAD)) {
    const behind = index + head.length;
    if (title === undefined) {
      suites.push({ title: named, from: index, to: endOfBlock(code, behind, indent) });
      continue;
    }
    const end = endOf(behind - 1);
    const colon = end === null ? -1 : code.slice(end, end + LONGEST_RESULT).indexOf(":");
    if (end === null || colon === -1) continue;
    const from = beforeDecorators(code, index, indent);
    const to = endOfBlock(code, end + colon, indent);
    tests.push({ title, from, to, emptied: `${text.slice(from, end + colon + 1)} pass\n` });
  }
  return withNames(tests, suites);
}

/** The offset behind the block that a colon begins: the next line that is not indented deeper ends it. */
function endOfBlock(code: string, colon: number, indent: string): number {
  let end = lineEnd(code, colon);
  for (let at = end; at < code.length; ) {
    const next = lineEnd(code, at);
    const deep = code.slice(at, next).search(/\S/);
    if (deep !== -1 && deep <= indent.length) break;
    if (deep !== -1) end = next;
    at = next;
  }
  return end;
}

/** The offset of the first decorator above a function. One that goes over many lines is none. */
function beforeDecorators(code: string, index: number, indent: string): number {
  let from = index;
  for (;;) {
    const above = code.lastIndexOf("\n", from - 2) + 1;
    if (from === 0 || !code.startsWith(`${indent}@`, above)) return from;
    from = above;
  }
}

/** The offset behind the line break after this place. */
function lineEnd(code: string, at: number): number {
  const end = code.indexOf("\n", at);
  return end === -1 ? code.length : end + 1;
}

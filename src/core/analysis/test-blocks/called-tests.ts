/** Finds the tests of a file in JavaScript or TypeScript: each is a call with a title. */
import { type Brackets, bracketsIn, maskedCode } from "./masked-code.ts";
import { type NamedTest, type TitledBlock, withNames } from "./named-test.ts";

const TEST = /(?<![\w$.])(?:(?:t|ctx|context)\.)?[fx]?(?:test|it|specify)(?!\.describe\b)(?:\.\w{1,30}){0,3}[ \t]*\(/g;
const SUITE = /(?<![\w$.])(?:(?:test|it)\.)?[fx]?(?:describe|suite|context)(?:\.\w{1,30}){0,3}[ \t]*\(/g;
const TITLE = /^\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\$]|\\.)*)`)/;
/** Characters of a title that are read at most. */
const LONGEST_TITLE = 1000;

/** A call: where it begins and ends, and where its title ends. */
interface TitledCall extends TitledBlock {
  readonly titled: number;
}

/** Gives every test with a title that is written down. Linear. Pure. */
export function calledTests(path: string, text: string): readonly NamedTest[] {
  const brackets = bracketsIn(maskedCode(path, text));
  const tests = callsOf(TEST, brackets, text).map(({ title, from, to, titled }) => ({
    title,
    from,
    to,
    emptied: `${text.slice(from, titled)}, () => {})`,
  }));
  const begun = new Set(tests.map(({ from }) => from));
  const suites = callsOf(SUITE, brackets, text).filter(({ from }) => !begun.has(from));
  return withNames(tests, suites);
}

function callsOf(begin: RegExp, { code, endOf }: Brackets, text: string): readonly TitledCall[] {
  return [...code.matchAll(begin)].flatMap(({ 0: call, index }) => {
    // `test.each(table)("…", …)` and its like: the title stands in the second call.
    const first = index + call.length - 1;
    const behind = endOf(first);
    const open = behind !== null && code[behind] === "(" ? behind : first;
    const to = endOf(open);
    const found = TITLE.exec(text.slice(open + 1, open + 1 + LONGEST_TITLE));
    if (to === null || found === null) return [];
    const title = found.slice(1).join("").replace(/\\(.)/g, "$1");
    return [{ title, from: index, to, titled: open + 1 + found[0].length }];
  });
}

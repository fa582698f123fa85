/** Finds the tests of a file in a language of braces: each is a function with a mark or a name that says so. */
import { type Brackets, bracketsIn, maskedCode } from "./masked-code.ts";
import { type FoundTest, type NamedTest, type TitledBlock, withNames } from "./named-test.ts";

/**
 * `test`: what begins a test up to the bracket of its arguments, with its title in the group. `calm`: the head of a
 * test without what asks something of the body.
 */
interface Shape {
  readonly test: RegExp;
  readonly calm: (head: string) => string;
}

/** `suite`: what begins a group of tests up to its brace, with its title in the group. */
interface GroupedShape extends Shape {
  readonly suite: RegExp;
}

const ANNOTATED =
  /^[ \t]*@(?:Test|ParameterizedTest|RepeatedTest)\b(?:[^;\n]*\n){0,9}?[^;\n]*?[\w>\]][ \t]+(\w+)[ \t]*\(/gm;
const ATTRIBUTED =
  /^[ \t]*#\[(?:\w+::)?(?:test|rstest|test_case)\b(?:[^;\n]*\n){1,9}?[^;\n]*?\bfn[ \t]+(\w+)[ \t]*\(/gm;

const GO: Shape = { test: /^func[ \t]+((?:Test|Fuzz|Example)\w*)[ \t]*\(/gm, calm: (head) => head };
const RUST: GroupedShape = {
  test: ATTRIBUTED,
  suite: /^[ \t]*(?:pub[ \t]+)?mod[ \t]+(\w+)[ \t]*\{/gm,
  calm: (head) => head.replace(/^[ \t]*#\[should_panic\b[^\n]*\n/gm, ""),
};
const JAVA: GroupedShape = {
  test: ANNOTATED,
  suite: /\bclass[ \t]+(\w+)[^;{}()]{0,200}\{/g,
  calm: (head) => head.replace(/(@Test)[ \t]*\([^)]*\)/, "$1"),
};

/** Characters between the arguments of a function and its brace, at most. */
const LONGEST_RESULT = 300;

/** Gives every test of a file in Go, Rust, Java or Kotlin; none for another language. Linear. Pure. */
export function bracedTests(path: string, text: string): readonly NamedTest[] {
  const brackets = (): Brackets => bracketsIn(maskedCode(path, text));
  if (/\.go$/i.test(path)) return goTests(brackets(), text);
  if (/\.rs$/i.test(path)) return shapedTests(RUST, brackets(), text);
  return /\.(?:java|kts?)$/i.test(path) ? shapedTests(JAVA, brackets(), text) : [];
}

const SUBTEST = /\bt\.Run[ \t]*\([ \t]*"/g;

/** In Go a test may run others within it, by their titles. */
function goTests(brackets: Brackets, text: string): readonly NamedTest[] {
  const { code, endOf } = brackets;
  const inner = [...code.matchAll(SUBTEST)].flatMap(({ 0: begin, index: from }): readonly FoundTest[] => {
    const to = endOf(code.indexOf("(", from));
    const quote = code.indexOf('"', from + begin.length);
    if (to === null || quote === -1 || quote > to) return [];
    const title = text.slice(from + begin.length, quote).replaceAll(" ", "_");
    return [{ title, from, to, emptied: `${text.slice(from, quote + 1)}, func(t *testing.T) {})` }];
  });
  return withNames([...blocksOf(GO, brackets, text), ...inner], [], "/");
}

function shapedTests(shape: GroupedShape, brackets: Brackets, text: string): readonly NamedTest[] {
  return withNames(blocksOf(shape, brackets, text), suitesOf(shape.suite, brackets));
}

function blocksOf({ test, calm }: Shape, { code, endOf }: Brackets, text: string): readonly FoundTest[] {
  return [...code.matchAll(test)].flatMap(({ 0: begin, 1: title = "", index: from }) => {
    const asked = endOf(from + begin.length - 1);
    const gap = asked === null ? -1 : code.slice(asked, asked + LONGEST_RESULT).indexOf("{");
    if (asked === null || gap === -1) return [];
    const to = endOf(asked + gap);
    return to === null ? [] : [{ title, from, to, emptied: `${calm(text.slice(from, asked))} {}` }];
  });
}

function suitesOf(suite: RegExp, { code, endOf }: Brackets): readonly TitledBlock[] {
  return [...code.matchAll(suite)].flatMap(({ 0: begin, 1: title = "", index: from }) => {
    const to = endOf(from + begin.length - 1);
    return to === null ? [] : [{ title, from, to }];
  });
}

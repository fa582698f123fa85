/**
 * Finds tests within a source: modules and functions that only a test build has, blocks that a runner alone enters, and
 * examples in comments that are run.
 */
import { commentTests } from "./comment-tests.ts";
import { type Brackets, bracketsIn, maskedCode } from "./masked-code.ts";
import { namedTests } from "./named-tests.ts";
import type { SourceTest } from "./source-test.ts";

const RUST = /^[ \t]*#\[cfg\((?:test\b|(?:all|any)\([^\n\]]{0,200}\btest\b)[^\n\]]{0,200}\]/gm;
const VITEST = /\bif[ \t]*\([ \t]*import\.meta\.vitest[ \t]*\)[ \t]*\{/g;
const D = /^[ \t]*(?:@?\w+(?:\([^()\n]{0,100}\))?[ \t]+){0,9}unittest[ \t\n]*\{/gm;
const ZIG = /^[ \t]*test\b[ \t]*(?:"[^"\n]*"|\w+)?[ \t]*\{/gm;

/** What a function of Rust has above it that is a test by itself. */
const FUNCTION = /#\[(?:\w{1,40}::)?(?:test|rstest|test_case)\b/;

/** What begins a region, by the ending of the file; its block begins with the next brace. */
const BEGINS: readonly (readonly [RegExp, RegExp])[] = [
  [/\.rs$/i, RUST],
  [/\.[cm]?[jt]sx?$/i, VITEST],
  [/\.d$/i, D],
  [/\.zig$/i, ZIG],
];

const HOLDS = /\.(?:rs|[cm]?[jt]sx?|d|zig|py)$/i;
/** Characters of a source that is read at most. */
const LONGEST = 2 ** 20;
const MARKS = /cfg|#\[|import\.meta\.vitest|unittest|\btest\b|>>>|```/;

/** True for a path in a language whose sources may hold tests. Pure. */
export function mayHoldTests(path: string): boolean {
  return HOLDS.test(path);
}

/** Gives the regions in the order of the text, none within another. Linear. Pure. */
export function sourceTests(path: string, text: string): readonly SourceTest[] {
  if (!mayHoldTests(path) || text.length > LONGEST || !MARKS.test(text)) return [];
  // The text is searched before it is masked: that costs more.
  const blocks = BEGINS.filter(([ending, begin]) => ending.test(path) && text.search(begin) !== -1).flatMap(
    ([, begin]) => blocksOf(begin, bracketsIn(maskedCode(path, text)), text),
  );
  const single = /\.rs$/i.test(path) && FUNCTION.test(text) ? functionsIn(path, text) : [];
  const all = [...blocks, ...single, ...commentTests(path, text)].sort((a, b) => a.from - b.from);
  let end = 0;
  return all.filter(({ from, to }) => {
    const isOwn = from >= end;
    if (isOwn) end = to;
    return isOwn;
  });
}

function blocksOf(begin: RegExp, { code, endOf }: Brackets, text: string): readonly SourceTest[] {
  const depth = depths(code);
  return [...code.matchAll(begin)].flatMap(({ 0: head, index: from }): readonly SourceTest[] => {
    const behind = from + head.length;
    const mark = head.endsWith("{") ? behind - 1 : from + head.length + code.slice(behind).search(/[{;]/);
    const to = code[mark] === ";" ? mark + 1 : endOf(mark);
    if (mark < behind - 1 || to === null) return [];
    const key = text.slice(from, mark).replace(/\s+/g, " ").trim();
    return [{ key, from, to, code: text.slice(from, to), nested: depth(from) > 0, item: null }];
  });
}

/** Functions of Rust that are tests by themselves; those within a region belong to it. */
function functionsIn(path: string, text: string): readonly SourceTest[] {
  return namedTests(path, text).map(({ name, from, to }) => ({
    key: name,
    from,
    to,
    code: text.slice(from, to),
    nested: name.includes(" > "),
    item: null,
  }));
}

/** How many brackets are open at an offset; to be asked in the order of the offsets. */
function depths(code: string): (offset: number) => number {
  let [at, open] = [0, 0];
  return (offset) => {
    for (; at < offset; at += 1) {
      const mark = code.charAt(at);
      if ("{([".includes(mark)) open += 1;
      else if ("})]".includes(mark)) open -= 1;
    }
    return open;
  };
}

/** The text with nothing but its tests; every line keeps its place. Linear. Pure. */
export function onlySourceTests(path: string, text: string): string {
  let lines = "";
  let at = 0;
  for (const { from, to, code, item } of sourceTests(path, text)) {
    const all = text.slice(from, to);
    // An example of Rust begins below its fence.
    const shown = item !== null && code.length < all.length && /^\s*\/\//.test(all) ? `\n${code}` : code;
    const below = breaksIn(all) - breaksIn(shown);
    lines += "\n".repeat(breaksIn(text.slice(at, from))) + shown + "\n".repeat(Math.max(0, below));
    at = to;
  }
  return lines;
}

function breaksIn(text: string): number {
  return text.split("\n").length - 1;
}

/** Finds examples in comments that are run as tests: doc tests of Rust, doctests of Python. */
import type { SourceTest } from "./source-test.ts";

/** What an example begins with, by the ending of the file: most sources have none. */
const RUST_MARK = /^[ \t]*\/\/[/!][ \t]*(?:```|~~~)/m;
const PYTHON_MARK = /^[ \t]*>>>/m;

/** Gives the examples of a source in Rust or Python, in the order of the text. Linear. Pure. */
export function commentTests(path: string, text: string): readonly SourceTest[] {
  const counts = new Map<string, number>();
  return examplesIn(path, text).map(({ first, last, item, code }) => {
    const nth = (counts.get(item) ?? 0) + 1;
    counts.set(item, nth);
    return { key: `${item}#${nth}`, from: first.from, to: last.to, code, nested: true, item };
  });
}

function examplesIn(path: string, text: string): readonly Example[] {
  if (/\.rs$/i.test(path)) return RUST_MARK.test(text) ? rustExamples(linesOf(text)) : [];
  return /\.py$/i.test(path) && PYTHON_MARK.test(text) ? pythonExamples(linesOf(text)) : [];
}

interface Line {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

interface Example {
  readonly first: Line;
  readonly last: Line;
  readonly item: string;
  readonly code: string;
}

/** `to` is the offset behind the line break. */
function linesOf(text: string): readonly Line[] {
  let at = 0;
  return text.split("\n").map((line, index, all) => {
    const from = at;
    at += line.length + (index < all.length - 1 ? 1 : 0);
    return { text: line, from, to: at };
  });
}

const DOC = /^\s*\/\/[/!]/;
const FENCE = /^\s*\/\/[/!]\s*(```|~~~)(.*)$/;
/** What may stand behind a fence whose code is run. */
const RUN = /^(?:rust|should_panic|edition\d+|standalone\w*|)$/;
const DEFINES = /\b(?:fn|struct|enum|trait|mod|type|const|static|macro_rules!|union)\s+(\w+)/;

function rustExamples(lines: readonly Line[]): readonly Example[] {
  const run = fencesIn(withItems(lines)).filter(({ words }) => words.every((one) => RUN.test(one)));
  const codeOf = (inner: readonly string[]): string => inner.map((text) => text.replace(DOC, "").trim()).join("\n");
  return run.map(({ first, last, inner }) => ({ first, last, item: last.item, code: codeOf(inner) }));
}

/** A line, and the name that is defined below it with nothing but comments and attributes between. */
interface LineAbove extends Line {
  readonly item: string;
}

function withItems(lines: readonly Line[]): readonly LineAbove[] {
  let below = "";
  return lines
    .toReversed()
    .map((line) => {
      const item = below;
      const own = /^\s*\/\//.test(line.text) ? undefined : DEFINES.exec(line.text)?.[1];
      if (own !== undefined || !/^\s*(?:#|\/\/|$)/.test(line.text)) below = own ?? "";
      return { ...line, item };
    })
    .toReversed();
}

/** The lines of both fences, what stands behind the first, and what stands between them. */
interface Fenced {
  readonly first: LineAbove;
  readonly last: LineAbove;
  readonly words: readonly string[];
  readonly inner: readonly string[];
}

function fencesIn(lines: readonly LineAbove[]): readonly Fenced[] {
  const found: Fenced[] = [];
  let open: (Omit<Fenced, "last" | "inner"> & { readonly inner: string[] }) | null = null;
  for (const line of lines) {
    const [, fence, words = ""] = FENCE.exec(line.text) ?? [];
    if (!DOC.test(line.text)) open = null;
    else if (fence === undefined) open?.inner.push(line.text);
    else if (open === null) open = { first: line, words: words.trim().split(/[,\s]+/), inner: [] };
    else {
      found.push({ ...open, last: line });
      open = null;
    }
  }
  return found;
}

const NAMED = /^\s*(?:async\s+)?(?:def|class)\s+(\w+)/;

function pythonExamples(lines: readonly Line[]): readonly Example[] {
  const found: Example[] = [];
  let item = "";
  let open: Line[] = [];
  const close = (): void => {
    const [first, last] = [open[0], open.at(-1)];
    if (first !== undefined && last !== undefined)
      found.push({ first, last, item, code: open.map(({ text }) => text.trim()).join("\n") });
    open = [];
  };
  for (const line of lines) {
    const begins = /^\s*>>>(?:\s|$)/.test(line.text);
    if (open.length > 0 && /^\s*$|"""|'''/.test(line.text)) close();
    else if (begins || open.length > 0) open.push(line);
    else item = NAMED.exec(line.text)?.[1] ?? item;
  }
  close();
  return found;
}

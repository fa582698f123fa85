/** Finds the places of a source file where a fault can be planted, by its syntax. Nothing of the file is run. */
import type { Parser, Tree } from "@lezer/common";
import type { FaultSpot } from "#core/analysis/test-guard/fault-spot.ts";
import { grammarOf } from "./grammars.ts";
import { spotsOf } from "./line-edits.ts";
import { editsIn } from "./tree-edits.ts";

/** Characters of a file that is read at most. */
const LONGEST = 512 * 1024;

/**
 * Milliseconds for one file. A megabyte of honest code takes one second; what is no program can take the grammars a
 * time that grows with its square.
 */
const PARSING_MS = 500;

/**
 * The spots of a file, in the order of its lines; empty for one in another language, one that is longer than 512 KiB,
 * and one that cannot be parsed within half a second or is nested deeper than the stack.
 * JavaScript, TypeScript, Python, Go, Rust, Java, C, C++ and shell
 * are read. Comments, texts that name something, types and tests within the source are none.
 */
export async function faultSpotsOf(path: string, text: string): Promise<readonly FaultSpot[]> {
  if (text.length > LONGEST) return [];
  if (isShell(path, text)) return spotsOf(text, (await import("./shell-edits.ts")).shellEdits(text));
  const grammar = await grammarOf(path);
  if (grammar === null) return [];
  try {
    const tree = parsed(grammar.parser, text);
    return tree === null ? [] : spotsOf(text, editsIn(tree, { ...grammar, text }));
  } catch (error) {
    // Brackets within brackets, many thousands deep: the grammars call themselves for each.
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** True for a script by its name or by its first line. */
function isShell(path: string, text: string): boolean {
  return /\.(?:sh|bash|ksh)$/i.test(path) || (!/\.[^/]+$/.test(path) && /^#![^\n]*\b(?:ba|da|k|z)?sh\b/.test(text));
}

function parsed(parser: Parser, text: string): Tree | null {
  const until = performance.now() + PARSING_MS;
  const parse = parser.startParse(text);
  for (;;) {
    const tree = parse.advance();
    if (tree !== null) return tree;
    if (performance.now() > until) return null;
  }
}

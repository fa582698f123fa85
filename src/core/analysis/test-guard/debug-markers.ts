/**
 * Finds debugging that a change leaves behind, in the lines that it adds: our own marker, and statements that stop a
 * program.
 */
import { previousLines } from "#core/analysis/source/added-lines.ts";
import { bareCode, isComment, nonBlankLinesOf } from "#core/analysis/source/code-lines.ts";
import { type FileChange, readableTextOf } from "#core/analysis/source/file-change.ts";

/** The marker that our prompts have agents write beside each line that serves only for debugging. */
export const DEBUG_MARKER = "LOOPWRIGHT-DEBUG";

/** A line that debugging left behind. `line` counts in the new file; `text` quotes it: show it as data. */
export interface MarkedLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/**
 * Statements that stop a program for a debugger, by the ending of the file. The list is short on purpose: a statement
 * that only prints, such as `console.debug(` or `print(`, may be what a program is for, and stands out to a reader.
 */
const STATEMENTS: readonly (readonly [RegExp, RegExp])[] = [
  [/\.(?:[cm]?[jt]sx?|vue|svelte)$/i, /(?:^|[;{}):])\s*debugger\s*(?:[;}]|$)/],
  [/\.(?:rb|rake|erb)$/i, /\bbinding\.(?:pry|irb|break)\b|^\s*(?:byebug|debugger)\s*$/],
  [/\.pyi?$/i, /(?<![\w.])breakpoint\s*\(\s*\)|\b(?:import|from)\s+i?pdb\b|\bi?pdb\.set_trace\s*\(/],
  [/\.rs$/i, /\bdbg!\s*[([{]/],
  [/\.go$/i, /\bruntime\.Breakpoint\s*\(\s*\)/],
  [/\.php$/i, /\bxdebug_break\s*\(\s*\)/],
  [/\.exs?$/i, /\bIEx\.pry\b/],
  [/\.(?:cs|fs|vb)$/i, /\bDebugger\.(?:Break|Launch)\s*\(\s*\)/],
];

/** Every statement holds one of these words: a line without them needs no closer look. */
const NAMED = /debugger|binding|byebug|breakpoint|pdb|dbg!|xdebug_break|IEx/i;

const LONGEST_LINE = 160;

/**
 * Gives every such line, in the order of the changes. A line counts as added as often as the new file holds it more
 * than the old one, so that moving one is no finding. Statements in strings and comments do not run and do not count;
 * our own marker counts anywhere. Linear in the text.
 */
export function debugMarkers(changes: readonly FileChange[]): readonly MarkedLine[] {
  return changes.flatMap(({ path, before, after }) => {
    const statements = STATEMENTS.flatMap(([files, statement]) => (files.test(path) ? [statement] : []));
    const stops = (text: string): boolean =>
      NAMED.test(text) && statements.some((statement) => statement.test(bareCode(path, text)));
    const { isNew } = previousLines(
      readableTextOf(before)
        .split("\n")
        .map((line) => line.trim()),
    );
    const added = nonBlankLinesOf(readableTextOf(after)).filter(({ text }) => isNew(text));
    return added
      .filter(({ text }) => text.includes(DEBUG_MARKER) || (stops(text) && !isComment(path, text)))
      .map(({ number, text }) => ({ path, line: number, text: text.slice(0, LONGEST_LINE) }));
  });
}

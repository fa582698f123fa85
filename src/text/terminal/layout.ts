/** Lays out plain text for a terminal: wrapped, indented, aligned. Without markup and without terminal sequences. */
import { visible } from "#text/sanitize/clean.ts";

/** Columns of a page. */
const WIDTH = 100;

/** Untrusted text as one line, word for word: a terminal, unlike a comment, has no mentions or references. */
export function oneLine(text: string): string {
  return visible(text).replace(/\s+/g, " ").trim();
}

/**
 * `text` in lines of at most 100 columns; the first begins with `head`, the others with as many blanks. A word longer
 * than a line is cut.
 */
export function wrapped(head: string, text: string): string {
  const room = Math.max(20, WIDTH - head.length);
  const lines: string[] = [];
  let line = "";
  for (const word of oneLine(text)
    .split(" ")
    .flatMap((long) => chunks(long, room))) {
    if (line !== "" && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line]
    .map((one, index) => `${index === 0 ? head : " ".repeat(head.length)}${one}`.trimEnd())
    .join("\n");
}

function chunks(word: string, room: number): readonly string[] {
  return word.length <= room ? [word] : (word.match(new RegExp(`.{1,${room}}`, "gsu")) ?? []);
}

/** Several lines of a command, each wrapped: the approver reads it in full. */
export function wrappedLines(head: string, text: string): string {
  const blank = " ".repeat(head.length);
  return visible(text)
    .split("\n")
    .map((line, index) => wrapped(index === 0 ? head : blank, line))
    .join("\n");
}

/** Names and values below each other, values aligned. Pairs without a value are left out. */
export function fields(pairs: readonly (readonly [string, string | null])[]): string {
  const shown = pairs.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => wrapped(`  ${name.padEnd(width)}  `, value)).join("\n");
}

/** Rows with aligned columns, each as wide as its widest cell; the last column is wrapped. Empty for no rows. */
export function columns(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const all = [head, ...rows].map((row) => row.map(oneLine));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) => {
      const start = row.slice(0, -1).map((cell, column) => cell.padEnd(widths[column] ?? 0));
      return wrapped(`  ${start.map((cell) => `${cell}  `).join("")}`, row.at(-1) ?? "");
    })
    .join("\n");
}

/** A titled part; empty when it has nothing to say. */
export function part(title: string, body: string): string {
  return body === "" ? "" : `${title}\n${body}`;
}

/** One item a line, after a dash. */
export function items(texts: readonly string[]): string {
  return texts.map((text) => wrapped("  - ", text)).join("\n");
}

/** Parts with an empty line between; empty ones are left out. */
export function pageOf(parts: readonly string[]): string {
  return parts.filter((one) => one !== "").join("\n\n");
}

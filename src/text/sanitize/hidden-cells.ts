/**
 * Takes out table cells beyond the columns, which GitHub does not show
 * (https://github.github.com/gfm/#tables-extension-).
 */
import { type Finds, noteFind } from "./finds.ts";

const INDENT = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/;
const RULE = /^[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;

/** The positions of the bars within a row: without those at its ends and those that a backslash escapes. */
function bars(row: string): readonly number[] {
  const from = INDENT.exec(row)?.[0].length ?? 0;
  const end = row.trimEnd().length;
  const found: number[] = [];
  for (let at = row.indexOf("|", from); at !== -1; at = row.indexOf("|", at + 1))
    if (at > from && at < end - 1 && row[at - 1] !== "\\") found.push(at);
  return found;
}

/** Cuts such cells off and records them. A table within a code block is cut too. Linear time. */
export function withoutExtraCells(text: string, taken: Finds): string {
  if (!text.includes("|")) return text;
  const lines = text.split("\n");
  let columns = 0;
  return lines
    .map((line, index) => {
      if (line.includes("|") && RULE.test(line) && bars(lines[index - 1] ?? "").length === bars(line).length)
        columns = bars(line).length + 1;
      else if (line.trim() === "") columns = 0;
      const last = columns === 0 ? undefined : bars(line)[columns - 1];
      if (last === undefined) return line;
      noteFind(taken, "extra table cell", line.slice(last + 1));
      return line.slice(0, last + 1);
    })
    .join("\n");
}

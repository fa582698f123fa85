/**
 * Takes out what whole lines hide: table cells beyond the columns, which GitHub does not show
 * (https://github.github.com/gfm/#tables-extension-), and footnotes and link definitions that nothing refers to.
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

/** A reference: no definition, and not escaped. */
const REFERENCE = /(?<!\\)\[([^[\]\n]{1,999})\](?!:)/g;
/** What a pair of backticks holds may be code, and no code refers to anything. */
const CODE = /`[^`\n]*`/g;
/** The beginning of a definition in a paragraph, a list or a quote. */
const DEFINITION = /^[ \t>*+\-\d.)]*\[([^[\]\n]{1,999})\]:(.*)$/;
/** A link definition holds an address and no title: those are cut before. Other words are a sentence. */
const ADDRESS = /^[ \t]*(?:<[^<>]*>|[^\s<]\S*)[ \t]*$/;
const FENCE = /^[ \t>*+\-\d.)]*(?:`{3,}|~{3,})/;

/** What a line is: a footnote goes on to the end of its paragraph. `label` of a definition alone. */
interface Line {
  readonly text: string;
  readonly kind: "footnote" | "link" | "code" | "other";
  readonly label: string;
}

/** Records each, and leaves an empty line. What only footnotes refer to counts as unused. Linear time. */
export function withoutUnusedDefinitions(text: string, taken: Finds): string {
  if (!text.includes("]:")) return text;
  const lines = linesOf(text);
  const used = labelsUsedIn(lines);
  return lines
    .map((line) => {
      if ((line.kind !== "footnote" && line.kind !== "link") || used.has(line.label)) return line.text;
      noteFind(taken, line.kind === "link" ? "unused link definition" : "unused footnote", line.text);
      return "";
    })
    .join("\n");
}

function linesOf(text: string): readonly Line[] {
  let before: Line = { text: "", kind: "other", label: "" };
  let isCode = false;
  return text.split("\n").map((line) => {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    before = isFence || isCode ? { text: line, kind: "code", label: "" } : lineOf(line, before);
    return before;
  });
}

function lineOf(text: string, before: Line): Line {
  const [, label, rest = ""] = DEFINITION.exec(text) ?? [];
  if (label?.startsWith("^") === true) return { text, kind: "footnote", label: folded(label) };
  if (label !== undefined && ADDRESS.test(rest)) return { text, kind: "link", label: folded(label) };
  const goesOn = before.kind === "footnote" && text.trim() !== "";
  return goesOn ? { ...before, text } : { text, kind: "other", label: "" };
}

function folded(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}

/** The labels that are referred to outside of footnotes and of what may be code. */
function labelsUsedIn(lines: readonly Line[]): ReadonlySet<string> {
  const words = lines.filter(({ kind }) => kind === "other").map(({ text }) => text.replace(CODE, ""));
  return new Set(words.flatMap((text) => [...text.matchAll(REFERENCE)].map(([, label = ""]) => folded(label))));
}

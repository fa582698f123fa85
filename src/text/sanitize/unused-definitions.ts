/** Takes out footnotes and link definitions that nothing refers to: no page shows them. */
import { type Finds, noteFind } from "./finds.ts";

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

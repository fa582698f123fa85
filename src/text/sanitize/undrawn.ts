/**
 * Takes out what GitHub does not draw where it draws a text as a diagram, a map or a formula
 * (https://docs.github.com/get-started/writing-on-github/working-with-advanced-formatting/creating-diagrams).
 */
import { type Finds, noteFind } from "./finds.ts";

const OPENING = /^[ \t>*+\-\d.)]*(`{3,}|~{3,})[ \t]*(mermaid|math|geojson|topojson|stl)\b/i;
const CLOSING = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/;

/** Comments and settings, words for screen readers, tips, and styles, which can hide what they name. */
const UNDRAWN_IN_MERMAID = new RegExp(
  [
    String.raw`^[ \t>]*(?:%%|---|acc(?:Title|Descr)\b|click\b|link(?:s|Style)?\b)`,
    String.raw`^[ \t>]*(?:style|class(?:Def)?|cssClass|UpdateElementStyle)\b|:::`,
  ].join("|"),
);
/** A comment behind a statement. */
const MERMAID_COMMENT = /%%.*$/;
/** The beginning of words for screen readers, or of settings, that end on another line. */
const MERMAID_BLOCK = /^[ \t>]*(?:accDescr[ \t]*\{|%%\{)[^}]*$/;
const FORMULA_COMMENT = /(?<!\\)%.*$/;

/** The block that is open: `until` ends what is not drawn at all within it. */
interface Block {
  readonly fence: string;
  readonly kind: string;
  readonly until: "}" | "---" | null;
}

/** Records each. Where it is not sure that a block ends, it goes on. Linear time. */
export function withoutUndrawn(text: string, taken: Finds): string {
  const outside = text.includes("%") && text.includes("$") ? withoutFormulaComments(text, taken) : text;
  if (!/mermaid|math|geojson|topojson|stl/i.test(outside)) return outside;
  let block: Block | null = null;
  return outside
    .split("\n")
    .map((line) => {
      const before = block;
      block = blockAfter(line, block);
      return before === null || block === null ? line : drawnPart(line, before, taken);
    })
    .join("\n");
}

function blockAfter(line: string, block: Block | null): Block | null {
  if (block === null) {
    const [, fence, kind = ""] = OPENING.exec(line) ?? [];
    return fence === undefined ? null : { fence, kind: kind.toLowerCase(), until: null };
  }
  if (CLOSING.exec(line)?.[1]?.startsWith(block.fence) === true) return null;
  return block.kind === "mermaid" ? { ...block, until: untilAfter(line, block.until) } : block;
}

function untilAfter(line: string, until: Block["until"]): Block["until"] {
  if (until !== null) return line.includes(until) ? null : until;
  if (MERMAID_BLOCK.test(line)) return "}";
  return /^[ \t>]*---[ \t]*$/.test(line) ? "---" : null;
}

/** What is drawn of a line within a block. */
function drawnPart(line: string, { kind, until }: Block, taken: Finds): string {
  if (kind === "math") return cut(line, FORMULA_COMMENT, "comment of a formula", taken);
  if (kind !== "mermaid") return cut(line, /^.*$/, "data of a map or model", taken);
  const isUndrawn = until !== null || UNDRAWN_IN_MERMAID.test(line);
  return cut(line, isUndrawn ? /^.*$/ : MERMAID_COMMENT, "undrawn line of a diagram", taken);
}

function cut(line: string, part: RegExp, kind: string, taken: Finds): string {
  return line.replace(part, (found) => {
    if (found.trim() !== "") noteFind(taken, kind, found);
    return "";
  });
}

/** A formula over several lines, or within one: GitHub wants no blank within its signs there. */
const FORMULA = /\$\$(?:[^$]|\$(?!\$))*\$\$|(?<![\w$\\])\$(?=[^\s$])[^$\n]*\$(?!\w)/g;

function withoutFormulaComments(text: string, taken: Finds): string {
  return text.replace(FORMULA, (formula) => {
    const signs = formula.startsWith("$$") ? "$$" : "$";
    const inside = formula.slice(signs.length, -signs.length);
    const drawn = inside.split("\n").map((line) => cut(line, FORMULA_COMMENT, "comment of a formula", taken));
    return `${signs}${drawn.join("\n")}${signs}`;
  });
}

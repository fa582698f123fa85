/** The hunks of a patch put into the text of a file: where they belong, by their context, and what it then says (S3.21). Pure. */
import { type Hunk, quotedLine } from "./patch-text.ts";

/** Lines of the file times lines of the hunks that are compared at most: the driver does nothing else meanwhile. */
const MOST_COMPARED = 50_000_000;

export type PatchedText = { readonly kind: "done"; readonly text: string } | { readonly kind: "misfit"; readonly why: string };

/**
 * Puts all hunks in, each below the one before. Context is compared without trailing blanks and stays as the file has it; what is added
 * gets the file's own line ends. A context that is missing, or found more than once with nothing before it that tells which, is a misfit.
 */
export function applyHunks(text: string, hunks: readonly Hunk[]): PatchedText {
  const closed = text === "" || text.endsWith("\n");
  const lines = text === "" ? [] : (closed ? text.slice(0, -1) : text).split("\n");
  const size = hunks.reduce((sum, hunk) => sum + hunk.lines.length + hunk.anchors.length, 0);
  if (lines.length * size > MOST_COMPARED) return { kind: "misfit", why: "the file is too large for so long a patch; use write_file" };
  const fresh = allIn(lines, hunks, text.includes("\r\n") ? "\r" : "");
  if (typeof fresh === "string") return { kind: "misfit", why: fresh };
  return { kind: "done", text: fresh.join("\n") + (closed && fresh.length > 0 ? "\n" : "") };
}

/** The lines with all hunks in them, or why one does not fit. `end`: what the file has before its line feeds. */
function allIn(text: readonly string[], hunks: readonly Hunk[], end: string): readonly string[] | string {
  let lines = text;
  let from = 0;
  for (const hunk of hunks) {
    const place = placeOf(hunk, lines, from);
    if (typeof place === "string") return place;
    const fresh = replaced(hunk, lines.slice(place), end);
    lines = [...lines.slice(0, place), ...fresh, ...lines.slice(place + oldOf(hunk).length)];
    from = place + fresh.length;
  }
  return lines;
}

/** What must be there already. */
function oldOf({ lines }: Hunk): readonly string[] {
  return lines.filter(({ sign }) => sign !== "+").map(({ text }) => text.trimEnd());
}

/** The lines after: the file's own where they stay, the patch's where they are new. */
function replaced({ lines }: Hunk, own: readonly string[], end: string): readonly string[] {
  let at = 0;
  return lines.flatMap(({ sign, text }) => {
    if (sign === "+") return [`${text}${end}`];
    const kept = own[at] ?? "";
    at += 1;
    return sign === " " ? [kept] : [];
  });
}

/** The index of the first line of a hunk, or why there is none. */
function placeOf(hunk: Hunk, lines: readonly string[], from: number): number | string {
  const start = belowAnchors(hunk.anchors, lines, from);
  if (typeof start === "string") return start;
  const old = oldOf(hunk);
  if (old.length === 0) return hunk.anchors.length > 0 && !hunk.atEnd ? start : lines.length;
  const last = lines.length - old.length;
  const found = matches(lines, old, hunk.atEnd ? Math.max(start, last) : start);
  const [first] = found;
  if (first === undefined) return missing(old, lines, start);
  if (found.length > 1 && hunk.anchors.length === 0)
    return `its lines are there ${found.length} times; add more lines around them, or @@ with a line before them: ${quotedLine(old[0] ?? "")}`;
  return first;
}

function missing(old: readonly string[], lines: readonly string[], start: number): string {
  const above = start > 0 && matches(lines, old, 0).length > 0;
  const line = old.find((one) => one !== "" && !lines.some((own) => own.trimEnd() === one)) ?? old[0] ?? "";
  return above
    ? `its lines stand above what was changed before; keep the order of the file: ${quotedLine(line)}`
    : `not found: ${quotedLine(line)}`;
}

function matches(lines: readonly string[], old: readonly string[], from: number): readonly number[] {
  const found: number[] = [];
  for (let at = from; at <= lines.length - old.length; at += 1) {
    if (old.every((line, index) => lines[at + index]?.trimEnd() === line)) found.push(at);
  }
  return found;
}

/** The index below the last anchor. The first must tell where it is by itself; the others are the next ones after it. Indents do not count. */
function belowAnchors(anchors: readonly string[], lines: readonly string[], from: number): number | string {
  let start = from;
  for (const [depth, anchor] of anchors.entries()) {
    const found = lines.flatMap((line, index) => (index >= start && line.trim() === anchor ? [index] : []));
    const [first] = found;
    if (first === undefined) return `@@ not found: ${quotedLine(anchor)}`;
    if (found.length > 1 && depth === 0) return `@@ is there ${found.length} times: ${quotedLine(anchor)}`;
    start = first + 1;
  }
  return start;
}

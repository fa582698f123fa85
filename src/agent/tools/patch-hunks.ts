/** Applies the hunks of a patch to the text of a file: finds their place by context and returns the new text. Pure. */
import { type Hunk, quotedLine } from "./patch-text.ts";

/** The most comparisons (lines of the file times lines of the hunks): the driver is blocked meanwhile. */
const MOST_COMPARED = 50_000_000;

export type PatchedText =
  | { readonly kind: "done"; readonly text: string }
  | { readonly kind: "misfit"; readonly why: string };

/**
 * Applies all hunks, each below the one before. Context is compared without trailing blanks and stays as the file has
 * it; added lines get the file's own line ends. A context that is missing, or found more than once without an anchor
 * that decides, is a misfit.
 */
export function applyHunks(text: string, hunks: readonly Hunk[]): PatchedText {
  const closed = text === "" || text.endsWith("\n");
  const lines = text === "" ? [] : (closed ? text.slice(0, -1) : text).split("\n");
  const size = hunks.reduce((sum, hunk) => sum + hunk.lines.length + hunk.anchors.length, 0);
  if (lines.length * size > MOST_COMPARED)
    return { kind: "misfit", why: "the file is too large for so long a patch; use write_file" };
  const patched = allIn(lines, hunks, text.includes("\r\n") ? "\r" : "");
  if (typeof patched === "string") return { kind: "misfit", why: patched };
  return { kind: "done", text: patched.join("\n") + (closed && patched.length > 0 ? "\n" : "") };
}

/** The lines with all hunks applied, or why one does not fit. `end`: the characters before a line feed in this file. */
function allIn(text: readonly string[], hunks: readonly Hunk[], end: string): readonly string[] | string {
  let lines = text;
  let from = 0;
  for (const hunk of hunks) {
    const place = placeOf(hunk, lines, from);
    if (typeof place === "string") return place;
    const patched = replaced(hunk, lines.slice(place), end);
    lines = [...lines.slice(0, place), ...patched, ...lines.slice(place + oldOf(hunk).length)];
    from = place + patched.length;
  }
  return lines;
}

/** The lines that the file must have already. */
function oldOf({ lines }: Hunk): readonly string[] {
  return lines.filter(({ sign }) => sign !== "+").map(({ text }) => text.trimEnd());
}

/** The new lines of a hunk: the file's own where they stay, the patch's where they are added. */
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
    return (
      `its lines are there ${found.length} times; add more lines around them, or @@ with a line before them: ` +
      `${quotedLine(old[0] ?? "")}`
    );
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

/**
 * The index below the last anchor. The first anchor must be unique; the others are the next ones after it. Indents do
 * not count.
 */
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

/** Reads a unified diff: which lines each file gains, and where the lines that stay stand in the new file. */

/** `line` counts in the new file. */
export interface AddedLine {
  readonly line: number;
  readonly text: string;
}

/** One file of a diff, by its path after the change. */
export interface PatchedFile {
  readonly path: string;
  readonly added: readonly AddedLine[];
  /** Numbers of the old file's lines that are gone, and of those before which others stand now; each once, in order. */
  readonly edits: readonly number[];
  /** The number in the new file of a line of the old one; null for one that is gone. */
  readonly lineAfter: (line: number) => number | null;
}

/**
 * The files of a diff as git writes it, in its order; a name that git quotes stays quoted. Linear in the diff. The
 * lengths of a hunk say where it ends, so that a changed line which looks like a header is none. Pure.
 */
export function patchedFiles(patch: string): readonly PatchedFile[] {
  const files: { readonly path: string; readonly changed: Row[] }[] = [];
  const rows = patch.split("\n");
  let next = 0;
  for (const [at, row] of rows.entries()) {
    if (at < next) continue;
    const header = HEADER.exec(row);
    const hunk = header === null ? [] : rowsOfHunk(header, (most) => rows.slice(at + 1, at + 1 + most));
    if (row.startsWith("+++ ")) files.push({ path: row.slice(4).replace(/^b\//, ""), changed: [] });
    for (const one of hunk) files.at(-1)?.changed.push(one);
    next = at + 1 + hunk.length;
  }
  return files.map(({ path, changed }) => fileOf(path, changed));
}

/** How many lines of the old and of the new file a row of a hunk stands for, by its first character; else one each. */
const SIDES: Readonly<Record<string, readonly [old: number, now: number]>> = { "+": [0, 1], "-": [1, 0], "\\": [0, 0] };

/** A row of a hunk, with the numbers that its line has, or would have, in the old and in the new file. */
interface Row {
  readonly text: string;
  readonly old: number;
  readonly now: number;
}

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** `below`: so many rows below the header; a hunk has at most two more than its lines, which say that no line ends. */
function rowsOfHunk(
  [, old, removed = "1", now, added = "1"]: RegExpExecArray,
  below: (most: number) => readonly string[],
): readonly Row[] {
  let left = [Number(removed), Number(added)] as const;
  // A hunk that takes no line of a side names the line before it.
  let next = [Number(old) + Number(left[0] === 0), Number(now) + Number(left[1] === 0)] as const;
  const taken: Row[] = [];
  for (const text of below(left[0] + left[1] + 2)) {
    if (left[0] <= 0 && left[1] <= 0) break;
    const [ofOld, ofNow] = SIDES[text.charAt(0)] ?? [1, 1];
    taken.push({ text, old: next[0], now: next[1] });
    left = [left[0] - ofOld, left[1] - ofNow];
    next = [next[0] + ofOld, next[1] + ofNow];
  }
  return taken;
}

function fileOf(path: string, rows: readonly Row[]): PatchedFile {
  const added = rows.filter(({ text }) => text.startsWith("+"));
  const gone = rows.filter(({ text }) => text.startsWith("-"));
  const removed = new Set(gone.map(({ old }) => old));
  return {
    path,
    added: added.map(({ text, now }) => ({ line: now, text: text.slice(1) })),
    edits: [...new Set([...added, ...gone].map(({ old }) => old))].sort((a, b) => a - b),
    lineAfter: (line) => {
      if (removed.has(line)) return null;
      const gained = added.filter(({ old }) => old <= line).length;
      return line + gained - gone.filter(({ old }) => old < line).length;
    },
  };
}

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
  const files: Changes[] = [];
  const rows = patch.split("\n");
  let next = 0;
  for (const [at, row] of rows.entries()) {
    if (at < next) continue;
    if (row.startsWith("+++ ")) files.push({ path: row.slice(4).replace(/^b\//, ""), added: [], gone: [], edits: [] });
    const header = HEADER.exec(row);
    const file = files.at(-1);
    if (header !== null && file !== undefined) next = readHunk(header, rows, at + 1, file);
  }
  return files.map(fileOf);
}

/** What is gathered of one file. `gone`: numbers of the old file's lines. */
interface Changes {
  readonly path: string;
  readonly added: (AddedLine & { readonly old: number })[];
  readonly gone: number[];
  readonly edits: number[];
}

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Where a hunk is being read: the numbers of the next line in both files, and how many lines each still has in it. */
interface Cursor {
  old: number;
  now: number;
  oldLeft: number;
  nowLeft: number;
}

/** Reads the rows of one hunk into its file, from `first` on, and gives the number of the row behind them. */
function readHunk(header: RegExpExecArray, rows: readonly string[], first: number, file: Changes): number {
  const [, old, removed = "1", now, gained = "1"] = header;
  const [oldLeft, nowLeft] = [Number(removed), Number(gained)];
  // A hunk that takes no line of a side names the line before it.
  const cursor = {
    old: Number(old) + Number(oldLeft === 0),
    now: Number(now) + Number(nowLeft === 0),
    oldLeft,
    nowLeft,
  };
  let at = first;
  while (cursor.oldLeft > 0 || cursor.nowLeft > 0) {
    const row = rows[at];
    if (row === undefined) break;
    readRow(row, cursor, file);
    at += 1;
  }
  return at;
}

function readRow(row: string, cursor: Cursor, { added, gone, edits }: Changes): void {
  const sign = row.charAt(0);
  // It says that the line above it has no end.
  if (sign === "\\") return;
  if (sign === "+") added.push({ line: cursor.now, text: row.slice(1), old: cursor.old });
  if (sign === "-") gone.push(cursor.old);
  if ((sign === "+" || sign === "-") && edits.at(-1) !== cursor.old) edits.push(cursor.old);
  if (sign !== "+") step(cursor, "old", "oldLeft");
  if (sign !== "-") step(cursor, "now", "nowLeft");
}

function step(cursor: Cursor, number: "old" | "now", left: "oldLeft" | "nowLeft"): void {
  cursor[number] += 1;
  cursor[left] -= 1;
}

function fileOf({ path, added, gone, edits }: Changes): PatchedFile {
  return {
    path,
    added,
    edits,
    lineAfter: (line) => {
      if (gone.includes(line)) return null;
      const gained = added.filter(({ old }) => old <= line).length;
      return line + gained - gone.filter((old) => old < line).length;
    },
  };
}

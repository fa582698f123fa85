/** Takes the first part of a change: of the places that it changes, in the order of its files and lines. */
import type { FileEdit } from "#core/analysis/changes/file-edit.ts";

/** A file with its text before and after the fix; null where it is not there. */
export interface FixedFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The number after the fix of a line before it; null for one that is gone. */
  readonly lineAfter: (line: number) => number | null;
}

/** Lines of the text before that go, from `at` on, and those that come in their place. */
interface Hunk {
  readonly at: number;
  readonly gone: number;
  readonly lines: readonly string[];
}

/** The edits that make the first half of the fix; null where it changes one place only. Pure. */
export function firstHalf(files: readonly FixedFile[]): readonly FileEdit[] | null {
  return firstOf(files, (places) => Math.floor(places / 2));
}

/** The edits that make the first place of a change; null where it changes one place only. Pure. */
export function firstPlace(files: readonly FixedFile[]): readonly FileEdit[] | null {
  return firstOf(files, (places) => (places > 1 ? 1 : 0));
}

function firstOf(files: readonly FixedFile[], take: (places: number) => number): readonly FileEdit[] | null {
  const parts = files.map((file) => ({ file, old: (file.before ?? "").split("\n"), hunks: hunksOf(file) }));
  let left = take(parts.reduce((sum, { hunks }) => sum + hunks.length, 0));
  if (left === 0) return null;
  const edits: FileEdit[] = [];
  for (const { file, old, hunks } of parts) {
    const taken = Math.min(left, hunks.length);
    left -= taken;
    if (taken > 0)
      edits.push({ path: file.path, text: taken === hunks.length ? file.after : partOf(old, hunks.slice(0, taken)) });
  }
  return edits;
}

/** A file that comes or goes is one place. */
function hunksOf({ before, after, lineAfter }: FixedFile): readonly Hunk[] {
  if (before === null || after === null) return [{ at: 0, gone: 0, lines: [] }];
  const [old, now] = [before.split("\n"), after.split("\n")];
  const hunks: Hunk[] = [];
  let [at, next] = [0, 0];
  const close = (until: number, to: number): void => {
    const lines = now.slice(next, Math.max(next, to));
    if (until > at || lines.length > 0) hunks.push({ at, gone: until - at, lines });
  };
  for (const index of old.keys()) {
    const place = lineAfter(index + 1);
    if (place === null) continue;
    close(index, place - 1);
    [at, next] = [index + 1, place];
  }
  close(old.length, now.length);
  return hunks;
}

function partOf(old: readonly string[], hunks: readonly Hunk[]): string {
  const lines = [...old];
  for (const { at, gone, lines: added } of hunks.toReversed()) lines.splice(at, gone, ...added);
  return lines.join("\n");
}

/**
 * Finds the files that a text names: what it says holds for them as they are, and no longer once they have changed.
 */
import type { Memory, TreeBlobs } from "#core/plan/memory.ts";
import { trimEndCharacters } from "#core/values/trim-end.ts";

/** As many as one memory cites. */
const MOST = 20;

/** What looks like a path: it has a slash or an ending, and stands between blanks, quotes or brackets. */
export function pathsIn(text: string): readonly string[] {
  const words = text.split(/[\s"'`()[\]{}<>,;:]+/).map((word) => trimEndCharacters(word.replace(/^[.]\//, ""), ".!?"));
  return [...new Set(words.filter((word) => /^[^/].*[/.]./.test(word) && word.length <= 300))];
}

/** The files of the tree that the text names, at most 20. */
export function citedFilesIn(text: string, blobs: TreeBlobs): Memory["cites"] {
  return pathsIn(text)
    .flatMap((path) => {
      const blob = blobs.get(path);
      return blob === undefined ? [] : [{ path, blob }];
    })
    .slice(0, MOST);
}

/** Finds names that some file systems take for one: a checkout there would lose one of the two files. */
import { foldersOf } from "./tree-names.ts";

/**
 * Gives one spelling for all names that differ only by case or by how their accents are composed: APFS, HFS+ and NTFS
 * compare names like this.
 */
function folded(path: string): string {
  return path.normalize("NFC").toLowerCase().normalize("NFC");
}

/**
 * Gives a function that says why a new path is refused: another path that stays, or that it accepted before, is the
 * same to a file system that folds case or composes accents. Folders count as well. The function remembers the paths
 * that it accepts, so call it once for each. `staying`: paths of the tree that are kept.
 */
export function collisionFinder(staying: readonly string[]): (path: string) => string | null {
  const known = new Map<string, string>();
  const learn = (path: string): void => {
    for (const name of [path, ...foldersOf(path)]) known.set(folded(name), name);
  };
  staying.forEach(learn);
  return (path) => {
    const twin = [path, ...foldersOf(path)]
      .map((name) => [name, known.get(folded(name))] as const)
      .find(([name, other]) => other !== undefined && other !== name);
    if (twin === undefined) learn(path);
    return twin === undefined ? null : `is called like ${twin[1]}, but for case or accents`;
  };
}

/** Names that some file systems take for one: a checkout there would lose one of the two files (FS-10). */
import { foldersOf } from "./tree-names.ts";

/**
 * One spelling for all that differ by case or by how their accents are composed: as APFS, HFS+ and NTFS compare names.
 */
function folded(path: string): string {
  return path.normalize("NFC").toLowerCase().normalize("NFC");
}

/**
 * Tells why a new path is refused: another that stays, or was taken before, is the same to a file system that folds
 * case or composes accents. Folders count as well. Remembers what it let through, so ask once for each path. `staying`:
 * paths of the tree that are kept.
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

/** The doors of rooms, as they are read: what a README must hold, and what it may not. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./tools.ts";

/** Where the written part of a README ends and the list of files begins. */
const LIST = "<!-- files:";

/** A room, by its folder, and what people wrote at its door; null without a README. */
export interface Door {
  readonly folder: string;
  readonly written: string | null;
}

/** Every folder of the product, but `src` itself, which is the map. */
export function doors(): readonly Door[] {
  return ["src", "action", "bot"].flatMap(roomsBelow).map((folder) => {
    const path = join(ROOT, folder, "README.md");
    return { folder, written: existsSync(path) ? writtenIn(readFileSync(path, "utf8")) : null };
  });
}

function roomsBelow(folder: string): readonly string[] {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => roomsBelow(`${folder}/${name}`));
  return folder === "src" ? below : [folder, ...below];
}

function writtenIn(readme: string): string {
  const at = readme.indexOf(LIST);
  return (at === -1 ? readme : readme.slice(0, at)).trimEnd();
}

/** Lines that people write at a door, at most. */
const LONGEST = 15;
const PARTS = ["Read first:", "May lean on:", "Does not belong here:"];

/** What is wrong with doors: none, too long, another title than the room's, a part that is not there. */
export function doorFaults(all: readonly Door[]): readonly string[] {
  return all.flatMap(({ folder, written }) => {
    if (written === null) return [`${folder}: no README.md`];
    const lines = written.split("\n");
    return [
      ...(lines[0] === `# ${folder}` ? [] : [`${folder}: begins with ${JSON.stringify(lines[0])}`]),
      ...(lines.length > LONGEST ? [`${folder}: ${lines.length} lines`] : []),
      ...PARTS.filter((part) => !written.includes(part)).map((part) => `${folder}: does not say "${part}"`),
    ];
  });
}

/** Paths in code spans that begin with one of the product's folders, or with `tests/`. */
export function pathsIn(text: string): readonly string[] {
  return [...text.matchAll(/`((?:src|action|bot|tests|\.github)\/[\w./<>*-]+)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => !/[<*]/.test(path));
}

/** Paths that a text names and that are not there. */
export function lostPaths(text: string): readonly string[] {
  return pathsIn(text).filter((path) => !existsSync(join(ROOT, path)));
}

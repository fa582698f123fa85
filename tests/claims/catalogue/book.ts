/** Reads the catalogue from its files, and says what is wrong with it. */
import * as z from "zod";
import { readFaults, readYaml, spread, wrongClaims, wrongIds, yamlFiles } from "../files.ts";
import { playsOnTheLab } from "./on-the-lab.ts";
import { type Book, groupOf, Ids, LATER, type Level, provenIn, Row } from "./row.ts";

const FOLDER = "tests/claims/catalogue";
/** More cases may not be set aside. */
const MOST_INAPPLICABLE = 40;

/** The catalogue of the house at `root`. Throws for a file that breaks the schema, naming the file. */
export function readBook(root: string): Book {
  const rows = yamlFiles(root, `${FOLDER}/rows`).flatMap((path) => readYaml(root, path, z.array(Row)));
  return { rows, faults: readFaults(root, `${FOLDER}/faults`), levels: levelsOf(readYaml(root, `${FOLDER}/ids.yaml`, Ids)) };
}

function levelsOf(ids: z.infer<typeof Ids>): ReadonlyMap<string, Level> {
  const levels = new Map<string, Level>();
  for (const [group, byLevel] of Object.entries(ids)) {
    for (const [level, ranges] of Object.entries(byLevel))
      for (const number of spread(ranges)) levels.set(`${group}-${number}`, level as Level);
  }
  return levels;
}

/** Everything that is wrong with a catalogue by itself; empty when nothing is. */
export function faultsOf(root: string, book: Book): readonly string[] {
  const { rows, faults, levels } = book;
  const ids = rows.map(({ id }) => id);
  const asked = [...levels.keys()].filter((id) => ids.includes(id) || levels.get(id) === "L" || !LATER.has(groupOf(id)));
  const aside = rows.filter(({ status }) => status === "inapplicable");
  return [
    ...wrongIds(ids, new Set(asked)),
    ...(aside.length > MOST_INAPPLICABLE ? [`${aside.length} cases are set aside, and ${MOST_INAPPLICABLE} may be`] : []),
    ...rows.flatMap(({ id, status }) => {
      if (levels.get(id) === "L") return status === "live" ? [] : [`${id} is for GitHub itself, and says ${status}`];
      return status === "live" ? [`${id} can be proven here, and says that it needs GitHub itself`] : [];
    }),
    ...wrongClaims(root, provenIn(book), faults),
    ...provenIn(book)
      .filter(({ id, test }) => levels.get(id) === "S" && !playsOnTheLab(root, test))
      .map(({ id, test }) => `${id} is a story, and ${test} plays on no stand-in of the outside`),
  ];
}

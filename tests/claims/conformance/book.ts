/** Reads the catalogue from its files, and says what is wrong with it. */
import * as z from "zod";
import { readFaults, readYaml, spread, wrongClaims, wrongIds, yamlFiles } from "../files.ts";
import { type Book, Ids, provenIn, Row } from "./row.ts";

const FOLDER = "tests/claims/conformance";
/** More of what the seeds themselves ask for may not be refused. */
const MOST_REFUSED = 20;

/** The catalogue of the house at `root`. Throws for a file that breaks the schema, naming the file. */
export function readBook(root: string): Book {
  const rows = yamlFiles(root, `${FOLDER}/rows`).flatMap((path) => readYaml(root, path, z.array(Row)));
  return { rows, faults: readFaults(root, `${FOLDER}/faults`), tags: tagsOf(readYaml(root, `${FOLDER}/ids.yaml`, Ids)) };
}

function tagsOf(ids: z.infer<typeof Ids>): ReadonlyMap<string, readonly string[]> {
  const tags = new Map<string, readonly string[]>();
  for (const [part, byTag] of Object.entries(ids)) {
    for (const [tag, ranges] of Object.entries(byTag)) {
      for (const suffix of spread(ranges)) tags.set(`${part}.${suffix}`, [...(tags.get(`${part}.${suffix}`) ?? []), tag]);
    }
  }
  return tags;
}

/** Everything that is wrong with a catalogue by itself; empty when nothing is. */
export function faultsOf(root: string, book: Book): readonly string[] {
  const { rows, faults, tags } = book;
  const proven = provenIn(book);
  const refused = rows.filter(({ id, status }) => status === "refused" && tags.get(id)?.includes("seed") === true);
  return [
    ...wrongIds(
      rows.map(({ id }) => id),
      new Set(tags.keys()),
    ),
    ...(refused.length > MOST_REFUSED ? [`${refused.length} rows of the seeds are refused, and ${MOST_REFUSED} may be`] : []),
    ...rows.flatMap((row) =>
      row.status === "translated" && !proven.some(({ id }) => id === row.into)
        ? [`${row.id} lands in ${row.into}, which is not proven`]
        : [],
    ),
    ...wrongClaims(root, proven, faults),
  ];
}

/** What the catalogue of security cases is made of: rows with a status, the faults that their tests must find, and the list of all ids. */
import * as z from "zod";
import { CLAIM, type Faults } from "../claim.ts";

/** `FS-07`: case 7 of its group. */
const CaseId = z.string().regex(/^[A-Z]{2,4}-\d\d$/);

const Sentence = z.string().min(10).max(400);
const base = { id: CaseId, says: Sentence };

/**
 * `proven`: a test of the file has the id in its title, and `fault` names a planted fault that it finds. `inapplicable`: asks for
 * something that we do not have, for a reason that a security engineer accepts. `live`: GitHub itself must be asked, `how` says what.
 * `open`: not built yet; `why` is what is missing. A case of a later group needs no row.
 */
export const Row = z.discriminatedUnion("status", [
  z.strictObject({ ...base, status: z.literal("proven"), ...CLAIM }),
  z.strictObject({ ...base, status: z.literal("inapplicable"), why: Sentence }),
  z.strictObject({ ...base, status: z.literal("live"), how: Sentence }),
  z.strictObject({ ...base, status: z.literal("open"), why: z.string().min(5).max(200) }),
]);
export type Row = z.infer<typeof Row>;
export type Proven = Extract<Row, { status: "proven" }>;

/** U: one unit. S: a story on the local or simulated GitHub, or with the model that the lab serves. C: real processes and git. L: GitHub itself. */
export const Level = z.enum(["U", "S", "C", "L"]);
export type Level = z.infer<typeof Level>;

/** All ids by group and level, as ranges (`01-05 07`). */
export const Ids = z.record(z.string().regex(/^[A-Z]{2,4}$/), z.partialRecord(Level, z.string()));

/** Groups that are about surviving faults; what of them is not proven yet counts as `later`. */
export const LATER: ReadonlySet<string> = new Set(["WH", "RACE", "ST", "LLM", "API", "CR", "LIFE", "STOP", "LIM", "OBS"]);

/** All that the catalogue says, before anything is run. */
export interface Book {
  readonly rows: readonly Row[];
  readonly faults: Faults;
  /** The level of every case, in order. */
  readonly levels: ReadonlyMap<string, Level>;
}

/** The rows that claim something. */
export function provenIn({ rows }: Pick<Book, "rows">): readonly Proven[] {
  return rows.filter((row): row is Proven => row.status === "proven");
}

/** The group of a case: `FS` of `FS-07`. */
export function groupOf(id: string): string {
  return id.slice(0, id.indexOf("-"));
}

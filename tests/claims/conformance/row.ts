/** What the catalogue of behaviours is made of: rows with a status, the faults that their tests must find, and the list of all ids. */
import * as z from "zod";
import { CLAIM, type Faults } from "../claim.ts";

/** `S1.36`: row 36 of seed 1; `C`, `M` and `X` rows are decisions over the seeds; `U.01` is an acceptance test, `U.stop` a merged table. */
const RowId = z.string().regex(/^(?:S[0-4]|C[0-4]|M[0-4]|X|U)\.(?:\d\d|[a-z]+)$/);

/** Who asks for it: the seed itself, its companion documents, what the original did, a later change upstream; `own`: a decision of ours. */
const Tag = z.enum(["seed", "comp", "code", "later", "own"]);

const Sentence = z.string().min(10).max(400);
const base = { id: RowId, says: Sentence };

/**
 * `proven`: a test of the file has the id in its title, and `fault` names a planted fault that it finds. `translated`: lands as the row
 * `into` says, which is proven. `refused`: not built, for a reason that a stranger accepts. `open`: not built yet; `why` is what is missing.
 */
export const Row = z.discriminatedUnion("status", [
  z.strictObject({ ...base, status: z.literal("proven"), ...CLAIM }),
  z.strictObject({ ...base, status: z.literal("translated"), into: RowId }),
  z.strictObject({ ...base, status: z.literal("refused"), why: Sentence }),
  z.strictObject({ ...base, status: z.literal("open"), why: z.string().min(5).max(200) }),
]);
export type Row = z.infer<typeof Row>;
export type Proven = Extract<Row, { status: "proven" }>;
export const STATUSES = ["proven", "translated", "refused", "open"] as const;

/** All ids by the part of the catalogue and by tag, as ranges (`01-05 07`); a row may have several tags. */
export const Ids = z.record(z.string(), z.partialRecord(Tag, z.string()));

/** All that the catalogue says, before anything is run. */
export interface Book {
  readonly rows: readonly Row[];
  readonly faults: Faults;
  /** The tags of every id that must be there. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
}

/** The rows that claim something. */
export function provenIn({ rows }: Pick<Book, "rows">): readonly Proven[] {
  return rows.filter((row): row is Proven => row.status === "proven");
}

/** The part that an id belongs to: `S1` of `S1.36`. */
export function partOf(id: string): string {
  return id.slice(0, id.indexOf("."));
}

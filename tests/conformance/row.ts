/** What the catalogue of behaviours is made of: rows with a status, the faults that their tests must find, and the list of all ids. */
import * as z from "zod";

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
  z.strictObject({ ...base, status: z.literal("proven"), test: z.string().regex(/^tests\/.*\.test\.ts$/), fault: z.string() }),
  z.strictObject({ ...base, status: z.literal("translated"), into: RowId }),
  z.strictObject({ ...base, status: z.literal("refused"), why: Sentence }),
  z.strictObject({ ...base, status: z.literal("open"), why: z.string().min(5).max(200) }),
]);
export type Row = z.infer<typeof Row>;
export type Proven = Extract<Row, { status: "proven" }>;
export const STATUSES = ["proven", "translated", "refused", "open"] as const;

/** A fault to plant: `find` stands exactly once in the file. */
export const Fault = z.strictObject({ file: z.string(), find: z.string().min(1), replace: z.string() });
export type Fault = z.infer<typeof Fault>;

/** All ids by the part of the catalogue and by tag, as ranges (`01-05 07`); a row may have several tags. */
export const Ids = z.record(z.string(), z.partialRecord(Tag, z.string()));

/** All that the catalogue says, before anything is run. */
export interface Book {
  readonly rows: readonly Row[];
  readonly faults: Readonly<Record<string, Fault>>;
  /** The tags of every id that must be there. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
}

/** The part that an id belongs to: `S1` of `S1.36`. */
export function partOf(id: string): string {
  return id.slice(0, id.indexOf("."));
}

/** True when a title names the id, and not a longer one. */
export function names(title: string, id: string): boolean {
  return new RegExp(`(?<![\\w.])${id.replace(".", "\\.")}(?![\\w]|\\.\\d)`).test(title);
}

/** Journals of every release, kept for ever: `journals/<version>/<story>.jsonl`, and `decisions.json` with the digest of each. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/**
 * What a later version decides otherwise than the release did, and why that is right: the explicit migration of a run that lies there.
 * Null for a story that goes on as it did.
 */
export const Digests = z.record(
  z.string(),
  z.strictObject({ digest: z.string(), since: z.string().optional(), why: z.string().min(20).optional() }),
);
export type Digests = z.infer<typeof Digests>;

/** One kept journal of a release. */
export interface Kept {
  readonly version: string;
  readonly name: string;
  readonly text: string;
  /** What its release, or a migration after it, decides over it. */
  readonly digest: string | undefined;
}

/** The folder below a checkout at `root`. */
export function releasesFolder(root: string): string {
  return join(root, "tests", "proofs", "regressions", "journals");
}

/** All of them. Throws for a file that is not as it should be. */
export function keptJournals(root: string): readonly Kept[] {
  const folder = releasesFolder(root);
  return readdirSync(folder).flatMap((version) => {
    const digests = Digests.parse(JSON.parse(readFileSync(join(folder, version, "decisions.json"), "utf8")));
    const files = readdirSync(join(folder, version)).filter((file) => file.endsWith(".jsonl"));
    return files.map((file) => {
      const name = file.replace(/\.jsonl$/, "");
      return { version, name, text: readFileSync(join(folder, version, file), "utf8"), digest: digests[name]?.digest };
    });
  });
}

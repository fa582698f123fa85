/** The audit key of a local run: a file beside its journal, which no sandbox mounts (architecture 12). */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "#ports/failure.ts";
import type { Secrets } from "#ports/secrets.ts";

const NAME = "audit.key";

/** Writes the key of the run in `folder`, for this user only. Called once, at approval; a later approval of the run replaces it. */
export async function writeKey(folder: string, key: string): Promise<void> {
  await writeFile(join(folder, NAME), `${key}\n`, { mode: 0o600 });
}

/** The key of the run in `folder`. A file that is there and cannot be read is a `Failure("journal")`. */
export function keyFile(folder: string): Secrets {
  return {
    auditKey: async () => {
      try {
        return (await readFile(join(folder, NAME), "utf8")).trim();
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw new Failure("journal", `the audit key in ${folder} cannot be read`, { retryable: false, cause: error });
      }
    },
  };
}

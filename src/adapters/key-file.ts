/** Keeps the audit key of a local run in a file beside its journal, which no sandbox mounts. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "#ports/failure.ts";
import type { Random } from "#ports/random.ts";
import type { Secrets } from "#ports/secrets.ts";

const NAME = "audit.key";

/**
 * The key of the run in `folder`, readable for this user only. Throws `Failure("journal")` where the file cannot be
 * read or written.
 */
export function keyFile(folder: string, random: Random): Secrets {
  return {
    renew: async () => {
      const key = random.hex(32);
      try {
        await writeFile(join(folder, NAME), `${key}\n`, { mode: 0o600 });
      } catch (error) {
        throw new Failure("journal", `the audit key in ${folder} cannot be written`, {
          retryable: false,
          cause: error,
        });
      }
      return key;
    },
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

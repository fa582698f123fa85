/** Makes the audit key of a job and holds it in memory, secret until the run reveals it. */
import type { Random } from "#ports/random.ts";
import type { Secrets } from "#ports/secrets.ts";

/** No file, no variable and no output holds it. */
export function keyInMemory(random: Random): Secrets {
  let key: string | null = null;
  return {
    auditKey: () => Promise.resolve(key),
    renew: () => {
      key = random.hex(32);
      return Promise.resolve(key);
    },
  };
}

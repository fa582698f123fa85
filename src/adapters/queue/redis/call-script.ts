/** Scripts in Redis, called by their hash: the text travels once, not with every call. */
import { createHash } from "node:crypto";
import type { Redis } from "ioredis";

/** Names and values of one call, as the script knows them. */
export interface ScriptArguments {
  readonly keys: readonly string[];
  readonly args: readonly (string | number)[];
}

/** The call of a script. Sends its text where Redis does not know it (yet, or any more). Rejects with what Redis answers. */
export function scriptOf(redis: Redis, text: string): (given: ScriptArguments) => Promise<unknown> {
  const hash = createHash("sha1").update(text).digest("hex");
  return async ({ keys, args }) => {
    try {
      return await redis.evalsha(hash, keys.length, ...keys, ...args);
    } catch (error) {
      // It was not run, so that it may be asked for once more.
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
      return redis.eval(text, keys.length, ...keys, ...args);
    }
  };
}

/** Calls Lua scripts in Redis by their hash, so that the text travels once and not with every call. */
import { createHash } from "node:crypto";
import type { Redis } from "ioredis";

/** Names and values of one call, as the script sees them. */
export interface ScriptArguments {
  readonly keys: readonly string[];
  readonly args: readonly (string | number)[];
}

/**
 * Returns the call of a script. It sends the text where Redis does not have it (yet, or any more). Rejects with the
 * error of Redis.
 */
export function scriptOf(redis: Redis, text: string): (given: ScriptArguments) => Promise<unknown> {
  const hash = createHash("sha1").update(text).digest("hex");
  return async ({ keys, args }) => {
    try {
      return await redis.evalsha(hash, keys.length, ...keys, ...args);
    } catch (error) {
      // Redis did not run the script, so it may be called once more.
      if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
      return redis.eval(text, keys.length, ...keys, ...args);
    }
  };
}

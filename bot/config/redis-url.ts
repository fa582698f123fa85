/** The address of Redis from the environment, checked before anything is opened. */
import * as z from "zod";

/** May hold a name and a password, so no message quotes any part of it. */
export const RedisUrl = z
  .url({
    protocol: /^rediss?$/,
    error: "is no address of Redis: give one like redis://127.0.0.1:6379/0, or rediss:// for TLS",
    abort: true,
  })
  .refine(isReadable, "has a % in its name or password that begins no character: write % as %25, as addresses have it");

function isReadable(url: string): boolean {
  const { username, password } = new URL(url);
  try {
    for (const part of [username, password]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

const Environment = z.object({ REDIS_URL: RedisUrl.optional() });

/**
 * Reads the address alone, for the commands on dead letters; null where none is set. Throws an `Error` for a text that
 * is no address of Redis.
 */
export function redisUrlOf(env: Readonly<Record<string, string | undefined>>): string | null {
  const read = Environment.safeParse({ REDIS_URL: env["REDIS_URL"]?.trim() || undefined });
  if (!read.success) throw new Error(z.prettifyError(read.error));
  return read.data.REDIS_URL ?? null;
}

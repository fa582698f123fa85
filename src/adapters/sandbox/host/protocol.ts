/** Defines the messages between the driver and the tool host: one JSON value a line, checked at both ends. */
import * as z from "zod";

/** Most bytes of a file that is read as text. */
export const TEXT_LIMIT = 10 * 1024 ** 2;
/** Most bytes of a file that is read as bytes. */
export const BYTES_LIMIT = 50 * 1024 ** 2;
/** Longest line of the protocol in bytes: the largest file in base64, with room to spare. */
const LINE_LIMIT = 100 * 1024 ** 2;

const id = z.int();
const limit = z.int().positive();
const path = z.string();

/** A request of the driver. `path` is relative to the root; the host checks it. */
export const HOST_REQUEST = z.discriminatedUnion("operation", [
  z.strictObject({ id, operation: z.literal("read"), path }),
  z.strictObject({ id, operation: z.literal("bytes"), path }),
  z.strictObject({ id, operation: z.literal("write"), path, content: z.string(), like: path.nullable() }),
  z.strictObject({ id, operation: z.literal("remove"), path }),
  z.strictObject({ id, operation: z.literal("grep"), pattern: z.string(), glob: z.string().nullable(), path, limit }),
  z.strictObject({ id, operation: z.literal("glob"), pattern: z.string(), path, limit }),
  z.strictObject({ id, operation: z.literal("inventory") }),
]);
export type HostRequest = z.infer<typeof HOST_REQUEST>;

/** An answer of the host. `ready` comes once, unasked, as the first line. */
export const HOST_REPLY = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("ready") }),
  z.strictObject({ kind: z.literal("done"), id, value: z.unknown() }),
  z.strictObject({ kind: z.literal("refused"), id, message: z.string() }),
]);
export type HostReply = z.infer<typeof HOST_REPLY>;

/** The `value` of each operation's answer; `bytes` travel as base64. */
export const HOST_VALUES = {
  read: z.string(),
  // Not z.base64(): its regular expression overflows on 50 MB.
  bytes: z.string(),
  write: z.null(),
  remove: z.null(),
  grep: z.array(z.strictObject({ path, line: z.int().positive(), text: z.string() })),
  glob: z.array(path),
  inventory: z.array(
    z.strictObject({
      path,
      mode: z.enum(["100644", "100755", "120000", "other"]),
      size: z.number().nonnegative(),
      sha: z
        .string()
        .regex(/^[0-9a-f]{40}$/)
        .nullable(),
    }),
  ),
} as const;

/**
 * Cuts a stream into lines. `add` returns the whole lines that a chunk completes; null once a line is longer than
 * `LINE_LIMIT`.
 */
export function lineReader(): { readonly add: (chunk: Buffer) => readonly string[] | null } {
  let parts: Buffer[] = [];
  let length = 0;
  return {
    add: (chunk) => {
      const lines: string[] = [];
      let from = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
        lines.push(Buffer.concat([...parts, chunk.subarray(from, end)]).toString("utf8"));
        parts = [];
        length = 0;
        from = end + 1;
      }
      parts.push(chunk.subarray(from));
      length += chunk.length - from;
      return length > LINE_LIMIT ? null : lines;
    },
  };
}

/** Decodes the bytes of a file as text for an agent. */
import { Refused } from "#ports/tool-access.ts";

/**
 * The whole file as text, a byte order mark included. Throws `Refused` for what is not text: a NUL byte, invalid UTF-8.
 */
export function plainText(path: string, bytes: Buffer): string {
  const binary = new Refused(`${JSON.stringify(path)} is binary: it is not UTF-8 text.`);
  if (bytes.includes(0)) throw binary;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw binary;
  }
}

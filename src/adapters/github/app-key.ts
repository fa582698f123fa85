/** Reads the private key of an App, in the form that GitHub's clients take. */
import { createPrivateKey } from "node:crypto";

/**
 * Gives the key of a variable: with real line ends, with `\n` for them, or in base64. Null for a text that is no key.
 */
export function pemOf(text: string): string | null {
  const lines = text.replaceAll("\\n", "\n").trim();
  const pem = lines.startsWith("-----") ? lines : Buffer.from(lines, "base64").toString();
  try {
    return createPrivateKey(pem).export({ type: "pkcs8", format: "pem" }).toString();
  } catch {
    return null;
  }
}

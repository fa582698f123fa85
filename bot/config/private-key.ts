/** The private key of the bot's App: from the environment or a file, in the form that GitHub's client takes. */
import { createPrivateKey } from "node:crypto";

export function readable(path: string, readFile: (path: string) => string): string {
  try {
    return readFile(path);
  } catch (cause) {
    throw new Error(`The bot cannot start: PRIVATE_KEY_PATH is ${path}, and that file cannot be read`, { cause });
  }
}

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

/** Decides whether a changed binary is refused: as text that hides behind a NUL, or because it adds secrets. */
import { SECRET_FOUND, secretsIn } from "./forbidden-lines.ts";
import { isTextByName } from "./text-names.ts";

/** The content of a file. `isBinary`: as git decides it, by a NUL near its beginning. */
export interface DecodedFile {
  readonly text: string;
  readonly isBinary: boolean;
}

const NUL = "and holds a NUL character, so that nobody is shown what else is in it: write it without";

/** A key goes on behind its first line; a library for cryptography holds only that line. */
const KEY = /^-----[^-]+-----[^-]{0,200}[A-Za-z0-9+/]{40}/;

/**
 * Gives the reason why a binary is refused; null when it is fine. `before`: null for a new file. Secrets that it held
 * before are no finding. Linear. Pure.
 */
export function forbiddenBinary(path: string, before: DecodedFile | null, after: DecodedFile): string | null {
  if (before?.isBinary === false) return `it is text in the base, ${NUL}`;
  if (isTextByName(path)) return `its name says that it is text, ${NUL}`;
  if (after.text.startsWith("#!")) return `it is a script, ${NUL}`;
  const old = new Set(before === null ? [] : secretsOf(before));
  return secretsOf(after).some((secret) => !old.has(secret)) ? SECRET_FOUND : null;
}

/** The NUL behind a single character: text of two bytes a character has one behind each. */
const WIDE = /(?<=(?:^|\0)[^\0])\0/g;

function secretsOf({ text }: DecodedFile): readonly string[] {
  return [text, text.replace(WIDE, "")]
    .flatMap(secretsIn)
    .filter((secret) => !secret.startsWith("-----") || KEY.test(secret));
}

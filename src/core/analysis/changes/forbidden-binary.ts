/** What a binary must not be, and must not bring: a text that hides behind a NUL, and secrets (OUT-03, OUT-12). */
import { SECRET_FOUND, secretsIn } from "./forbidden-lines.ts";
import { isTextByName } from "./text-names.ts";

/** What a file holds. `isBinary`: as git tells it, by a NUL near its beginning. */
export interface DecodedFile {
  readonly text: string;
  readonly isBinary: boolean;
}

const NUL = "and holds a NUL character, so that nobody is shown what else is in it: write it without";

/** A library for cryptography names the first line of a key; a key goes on. */
const KEY = /^-----[^-]+-----[^-]{0,200}[A-Za-z0-9+/]{40}/;

/**
 * Why a binary is refused; null when it is fine. `before`: null for a new file. Secrets that it had before are no
 * change. Linear. Pure.
 */
export function forbiddenBinary(path: string, before: DecodedFile | null, after: DecodedFile): string | null {
  if (before?.isBinary === false) return `it is text in the base, ${NUL}`;
  if (isTextByName(path)) return `its name says that it is text, ${NUL}`;
  if (after.text.startsWith("#!")) return `it is a script, ${NUL}`;
  const old = new Set(before === null ? [] : secretsOf(before));
  return secretsOf(after).some((secret) => !old.has(secret)) ? SECRET_FOUND : null;
}

/** The NUL beside a letter that stands alone: in text of two bytes a letter. */
const WIDE = /(?<=(?:^|\0)[^\0])\0/g;

function secretsOf({ text }: DecodedFile): readonly string[] {
  return [text, text.replace(WIDE, "")]
    .flatMap(secretsIn)
    .filter((secret) => !secret.startsWith("-----") || KEY.test(secret));
}

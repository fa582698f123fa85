/** Takes secrets out of text that is kept or shown outside the machine: those that we know, and what looks like one. */

/** Shapes of tokens that their makers document, private keys, and passwords in headers and addresses. Each is linear. */
const SHAPES: readonly RegExp[] = [
  /\bgh[pousr]_[A-Za-z0-9]{16,255}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,255}/g,
  /\bglpat-[A-Za-z0-9_-]{20,255}/g,
  /\bnpm_[A-Za-z0-9]{30,255}/g,
  /\bsk-[A-Za-z0-9_-]{16,255}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,255}/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\bA[KS]IA[A-Z0-9]{16}\b/g,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  /(?<=\b(?:Bearer|Basic|token) )[A-Za-z0-9._~+/=-]{16,2000}/g,
  /(?<=:\/\/[^/\s:@]{1,100}:)[^/\s@]{1,200}(?=@)/g,
];

/** What stands in place of a secret. */
const HIDDEN = "[hidden]";

/** Shorter ones are words: taking them out would garble text and hide nothing. */
const SHORTEST = 6;

/** Hides these secrets and nothing else, wherever they stand: for text that comes back, such as a file that a model edits. Idempotent. */
export function hiderOf(secrets: readonly string[]): (text: string) => string {
  const known = secrets.filter((secret) => secret.length >= SHORTEST).sort((a, b) => b.length - a.length);
  return (text) => known.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
}

/** Hides these secrets, and what looks like one. Idempotent. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const hide = hiderOf(secrets);
  return (text) => SHAPES.reduce((rest, shape) => rest.replaceAll(shape, HIDDEN), hide(text));
}

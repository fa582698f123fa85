/** Finds secrets in what left the machine, in whichever way they are written. Knows nothing of our redactor, so that it does not share its errors. */
import { reversed, rotated, WAYS } from "./ways.ts";

/** Letters that are compared at first. A shorter form would be found by accident. */
const PROBE = 12;
const BASE = 0x01000193;
/** `BASE` to the power of the letters of a probe. */
const POWER = Array.from({ length: PROBE }).reduce<number>((power) => Math.imul(power, BASE), 1);
/** What may stand between the letters of a secret that was pulled apart. */
const STREWN = /(?:\\[nrt]|[\s"'`|]|<!-- -->)+/g;

/** True where one of the secrets stands in the text. Reads it once as it is, and once without what is strewn between letters; linear. */
export function lookFor(secrets: readonly string[]): (text: string) => boolean {
  const byProbe = new Map<number, string[]>();
  for (const form of new Set(secrets.flatMap(formsOf))) {
    const probe = probeOf(form);
    byProbe.set(probe, [...(byProbe.get(probe) ?? []), form]);
  }
  return (text) => holds(text, byProbe) || holds(text.replace(STREWN, ""), byProbe);
}

/** Whole, without its first letters, and in halves; forwards and backwards; in every alphabet. */
function formsOf(secret: string): readonly string[] {
  const parts = [WAYS.plain, WAYS.cut, WAYS["first half"], WAYS["second half"]].map((write) => write(secret));
  return parts
    .flatMap((part) => [part, reversed(part), rotated(part)])
    .flatMap((part) => [part, WAYS.hex(part), WAYS.HEX(part), WAYS.url(part), WAYS.url(part).toUpperCase(), ...base64(part)])
    .filter((form) => form.length >= PROBE);
}

/** At each of the three places where it can begin, without the letters that depend on what stands beside it. */
function base64(part: string): readonly string[] {
  const cores = [0, 1, 2].map((before) => {
    const bytes = Buffer.from("x".repeat(before) + part, "utf8");
    return bytes.toString("base64").slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
  return cores.flatMap((core) => [core, core.replaceAll("+", "-").replaceAll("/", "_")]);
}

function probeOf(form: string): number {
  let hash = 0;
  for (let index = 0; index < PROBE; index += 1) hash = (Math.imul(hash, BASE) + form.charCodeAt(index)) | 0;
  return hash;
}

/** Every stretch of the text as long as a probe by its hash, which rolls from one to the next (Rabin and Karp). */
function holds(text: string, byProbe: ReadonlyMap<number, readonly string[]>): boolean {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) {
    const gone = index < PROBE ? 0 : Math.imul(text.charCodeAt(index - PROBE), POWER);
    hash = (Math.imul(hash, BASE) + text.charCodeAt(index) - gone) | 0;
    if (index < PROBE - 1) continue;
    if (byProbe.get(hash)?.some((form) => text.startsWith(form, index - PROBE + 1)) === true) return true;
  }
  return false;
}

/** Canonical JSON and the hashes over it: an approval, a hand-over and an audit draw are bound to such a digest. */
import { createHash, createHmac } from "node:crypto";

/**
 * The one JSON text of a value, as RFC 8785 writes it: keys in order of their UTF-16 units, no blanks, numbers as
 * JavaScript prints them. Throws on what JSON cannot carry: undefined, NaN, infinities, functions, symbols, bigints,
 * dates and every other object of a class.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${Array.from(value, canonicalJson).join(",")}]`;
  if (typeof value === "object" && isPlain(value))
    return `{${Object.entries(value).sort(byKey).map(member).join(",")}}`;
  throw new Error(`bug: canonical JSON cannot hold ${describe(value)}; turn it into a string, a number or null first`);
}

/** SHA-256 of the text's UTF-8 bytes, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** The digits by which a person names a digest: 128 bits, so that nobody can make another text of the same. Pure. */
export function namingDigits(digest: string): string {
  return digest.slice(0, 32);
}

/** True for a text that may name a digest: 32 to 64 hexadecimal digits. Pure. */
export function namesDigest(text: string): boolean {
  return /^[0-9a-f]{32,64}$/i.test(text);
}

/** The digest of a value: SHA-256 over its canonical JSON. The order of keys never matters; any other change does. */
export function digestOf(value: unknown): string {
  return sha256(canonicalJson(value));
}

/**
 * HMAC-SHA256 of the text as 64 hexadecimal digits. `key` is hexadecimal, at least 16 bytes; throws otherwise, for a
 * bad key protects nothing.
 */
export function hmac(key: string, text: string): string {
  if (!/^(?:[0-9a-f]{2}){16,}$/i.test(key))
    throw new Error("bug: an HMAC key must be hexadecimal and at least 16 bytes long");
  return createHmac("sha256", Buffer.from(key, "hex")).update(text, "utf8").digest("hex");
}

function member([key, value]: readonly [string, unknown]): string {
  return `${JSON.stringify(key)}:${canonicalJson(value)}`;
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function describe(value: unknown): string {
  return typeof value === "object" ? "an object of a class" : `${typeof value} ${String(value).slice(0, 40)}`;
}

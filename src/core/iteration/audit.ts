/** Decides when an audit is due: a draw that the worker cannot foresee and that anyone can check later. */
import { hmac, sha256 } from "#core/values/digest.ts";

/**
 * One draw. `key`: the run's secret, 64 hexadecimal digits. `call`: number of the tool call in the run. `since`: calls
 * before this one without an audit.
 */
export interface AuditDraw {
  readonly key: string;
  readonly call: number;
  readonly since: number;
  /** On average one call in so many is audited. */
  readonly every: number;
  /** After so many calls without an audit the next one is audited, whatever is drawn. */
  readonly ceiling: number;
}

/** The share of the HMAC that is compared: 32 bits, so that a product with `every` stays exact. */
const DIGITS = 8;

/**
 * True when this call is to be audited: HMAC-SHA256(key, call), read as a fraction, lies below 1/every, or the ceiling
 * is reached. The same arguments always give the same answer. Throws on a key that is no key.
 */
export function auditDue({ key, call, since, every, ceiling }: AuditDraw): boolean {
  const drawn = Number.parseInt(hmac(key, String(call)).slice(0, DIGITS), 16);
  return drawn * every < 16 ** DIGITS || since >= ceiling;
}

/**
 * True when the key that a run revealed at its end is the one whose hash the run recorded when it claimed its
 * hand-over: SHA-256 of the key's hexadecimal text.
 */
export function matchesAuditKey(key: string, keyHash: string): boolean {
  return sha256(key) === keyHash;
}

/**
 * Randomness from outside, for keys and ids only; every draw of a run follows from its recorded key
 * (core/iteration/audit).
 */
export interface Random {
  /** `bytes` random bytes as lower-case hex. Never throws. */
  hex(bytes: number): string;
}

/** The audit key of a run: where the draw of audits comes from, out of reach of the worker (architecture 12). */
export interface Secrets {
  /** 64 hex digits, made at approval; null while there is none. Idempotent. Throws `Failure("journal")`. */
  auditKey(): Promise<string | null>;
}

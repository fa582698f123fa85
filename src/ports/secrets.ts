/** The audit key of a run: where the draw of audits comes from, out of reach of the worker (architecture 12). */
export interface Secrets {
  /** The key that holds now, 64 hex digits; null while there is none. Idempotent. Throws `Failure("journal")`. */
  auditKey(): Promise<string | null>;
  /** Makes the key that holds from now on: called when a hand-over is taken up. Throws `Failure("journal")`. */
  renew(): Promise<string>;
}

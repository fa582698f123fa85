/** The audit key of a run: the source of the draw of audits, out of reach of the worker. */
export interface Secrets {
  /** The key that holds now, 64 hex digits; null while there is none. Idempotent. Throws `Failure("journal")`. */
  auditKey(): Promise<string | null>;
  /** Makes the key that holds from now on: called when a hand-over is claimed. Throws `Failure("journal")`. */
  renew(): Promise<string>;
}

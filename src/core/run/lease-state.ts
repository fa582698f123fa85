/** The lease and the hand-over of a run: the part that claiming it and letting it go change (core/approval/lease). */

/** The hand-over of a run. */
export interface LeaseState {
  /** True while a worker has claimed the current hand-over. */
  readonly claimed: boolean;
  /** How often a hand-over of this approval was claimed: the loop is entered again after ISSUES, and by resuming. */
  readonly takenUp: number;
  /** How often a workflow run ended before it could claim one. */
  readonly missed: number;
  /** SHA-256 of the current audit key: each claim of a hand-over makes a new one, because the old one was revealed. */
  readonly keyHash: string | null;
  /** The workflow run that claimed the hand-over last; null off GitHub. */
  readonly worker: string | null;
  /** How often the run was claimed or let go. Of an event that carries another number only the usage counts. */
  readonly epoch: number;
  /** When the lease expires, in milliseconds; null where no worker has one, and off GitHub (core/approval/lease). */
  readonly leaseUntil: number | null;
  /** How many runners were lost in a row, without an iteration that got its score. */
  readonly replaced: number;
}

/** No worker has the lease of the run. */
export const NO_LEASE: LeaseState = {
  claimed: false,
  takenUp: 0,
  missed: 0,
  keyHash: null,
  worker: null,
  epoch: 0,
  leaseUntil: null,
  replaced: 0,
};

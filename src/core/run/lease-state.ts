/**
 * Who works on a run, and until when: the part of a run that taking it up and letting it go change
 * (core/approval/lease).
 */

/** The hand-over of a run. */
export interface LeaseState {
  /** True while somebody has taken up the hand-over that holds now. */
  readonly claimed: boolean;
  /** How often a hand-over of this approval was taken up: the loop is entered again after ISSUES, and by resuming. */
  readonly takenUp: number;
  /** How often one was not: its workflow run ended before it could. */
  readonly missed: number;
  /**
   * SHA-256 of the audit key that holds now: whoever takes up a hand-over makes a new one, because the old one was
   * revealed.
   */
  readonly keyHash: string | null;
  /** The workflow run that took the hand-over up last; null off GitHub. */
  readonly worker: string | null;
  /** How often the run was taken up or let go. An event that carries another number counts for its price alone. */
  readonly epoch: number;
  /**
   * Until when the worker holds the run, in milliseconds; null where nobody does, and off GitHub (core/approval/lease).
   */
  readonly leaseUntil: number | null;
  /** How many machines were lost in a row, without an iteration that got its score. */
  readonly replaced: number;
}

/** Nobody works on the run. */
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

/** The one error of the runner's own: nothing was done, and the message says why and what to do. */

/**
 * Thrown before the run is touched: a wrong input, a hand-over of another workflow run, a machine that is no runner.
 */
export class InputError extends Error {
  override readonly name = "Declined";
}

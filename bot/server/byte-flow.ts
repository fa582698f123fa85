/** Bounds how many bytes a second are read of bodies whose signature is not yet known, all of them together. */

/** Milliseconds of the flow that may come at once. */
const AT_ONCE = 100;

/** A flow that many share. `pass`: the milliseconds to wait before more is read, 0 for none. */
export interface ByteFlow {
  readonly pass: (bytes: number) => number;
}

/** A flow of so many bytes a second. `now`: milliseconds of a clock that never goes back. */
export function byteFlowOf(perSecond: number, now: () => number = () => performance.now()): ByteFlow {
  let passedAt = 0;
  return {
    pass: (bytes) => {
      const at = now();
      passedAt = Math.max(passedAt, at - AT_ONCE) + (bytes / perSecond) * 1_000;
      return Math.max(0, passedAt - at);
    },
  };
}

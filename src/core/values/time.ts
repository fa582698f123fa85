/** Units of time in milliseconds. */

/** Milliseconds of a minute. */
export const MINUTE = 60_000;

/** Times that others are counted in, in milliseconds. */

/** Milliseconds of a minute. */
export const MINUTE = 60_000;

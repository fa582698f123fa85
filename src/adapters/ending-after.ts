/** Bounds work in time: a signal that ends when its caller says so, or when the time is over. */

/**
 * A signal that is aborted with `signal`, or `ms` milliseconds from now. Its timer keeps no program alive. Not
 * `AbortSignal.timeout` within `AbortSignal.any`: Node 20 collects such a timeout as garbage, and it never comes
 * (https://github.com/nodejs/node/issues/54614).
 */
export function endingAfter(signal: AbortSignal, ms: number): AbortSignal {
  const over = new AbortController();
  setTimeout(() => over.abort(new DOMException("the time is over", "TimeoutError")), ms).unref();
  return AbortSignal.any([signal, over.signal]);
}

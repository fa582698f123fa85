/** Runs work in parallel: a bounded number of checks, or two halves of one step. */

/**
 * Runs `work` over all items, at most `limit` at a time; results in the order of the items. The first error is thrown
 * after all have ended.
 */
export async function inParallel<T, R>(
  limit: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results = items.map((): { readonly of: R } | null => null);
  const queue = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = { of: await work(item) };
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, lane));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return results.flatMap((result) => (result === null ? [] : [result.of]));
}

/**
 * Runs two halves of a step: when one throws, the other is interrupted and waited for, and the first error is thrown.
 */
export async function bothInParallel<A, B>(
  signal: AbortSignal,
  first: (signal: AbortSignal) => Promise<A>,
  second: (signal: AbortSignal) => Promise<B>,
): Promise<readonly [A, B]> {
  const failed = new AbortController();
  const errors: unknown[] = [];
  const guarded = async <T>(half: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await half(AbortSignal.any([signal, failed.signal]));
    } catch (error) {
      errors.push(error);
      failed.abort();
      throw error;
    }
  };
  const [a, b] = await Promise.allSettled([guarded(first), guarded(second)]);
  if (a.status === "fulfilled" && b.status === "fulfilled") return [a.value, b.value];
  throw errors[0];
}

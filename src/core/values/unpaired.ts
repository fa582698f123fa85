/** Finds what is gone and has nothing that stands for it, among what has come. */

/** Things for which another is looked for: each is compared with each. */
const MOST = 50;

/**
 * Those that are gone and for which none of the added ones stands; each stands for one, the first that can. Of more
 * than 50 that are gone none is looked for, and of what was added the first 50 count. Pure.
 */
export function unpaired<T>(
  gone: readonly T[],
  added: readonly T[],
  standsFor: (now: T, before: T) => boolean,
): readonly T[] {
  if (gone.length > MOST) return gone;
  const left = added.slice(0, MOST);
  return gone.filter((before) => {
    const index = left.findIndex((now) => standsFor(now, before));
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

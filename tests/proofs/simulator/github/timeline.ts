/** Things that are listed, with what each of them was at every moment, so that a list can be answered as it was some time ago. */

interface Version<V> {
  readonly at: number;
  /** Undefined once it was taken away. */
  readonly value: V | undefined;
}

/** Values by their keys. A value is never changed in place: a new one is put. */
export interface Timeline<K, V> {
  readonly get: (key: K) => V | undefined;
  readonly put: (key: K, value: V) => void;
  readonly remove: (key: K) => void;
  /** In the order in which they came. `at`: as they were at that moment, in milliseconds; as they are now where it is null. */
  readonly values: (at: number | null) => readonly V[];
}

/** Empty. `now`: the clock by which changes are remembered, in milliseconds. */
export function timelineOf<K, V>(now: () => number): Timeline<K, V> {
  const current = new Map<K, V>();
  const past = new Map<K, Version<V>[]>();
  const remember = (key: K, value: V | undefined): void => {
    const version = { at: now(), value };
    const versions = past.get(key);
    if (versions === undefined) past.set(key, [version]);
    else versions.push(version);
  };
  return {
    get: (key) => current.get(key),
    put(key, value) {
      remember(key, value);
      current.set(key, value);
    },
    remove(key) {
      if (current.delete(key)) remember(key, undefined);
    },
    values(at) {
      if (at === null) return [...current.values()];
      return [...past.values()].flatMap((versions) => versions.findLast((version) => version.at <= at)?.value ?? []);
    },
  };
}

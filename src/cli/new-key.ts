/** A fresh audit key for a run on this machine. */
import { writeKey } from "#adapters/key-file.ts";
import { systemRandom } from "#adapters/system-random.ts";
import { sha256 } from "#core/digest.ts";

export interface NewKey {
  readonly hash: string;
  /** Puts the key where the driver finds it; it takes the place of an earlier one. */
  readonly write: () => Promise<void>;
}

/** The key in the run's folder, and its hash for the journal. */
export function newKey(folder: string): NewKey {
  const key = systemRandom.hex(32);
  return { hash: sha256(key), write: () => writeKey(folder, key) };
}

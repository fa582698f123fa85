/** What the desk knows of an issue when it has understood a wish. */
import type { Active } from "./drive-here.ts";
import type { Settings } from "./start.ts";

/**
 * What is known when a wish is understood. `last`: the last run where none is active and somebody commented; `settings` is there
 * for a label alone; `broken`: why the active run cannot be read.
 */
export interface Known {
  readonly active: Active | null;
  readonly last: Active | null;
  readonly settings: Settings | null;
  readonly broken: string | null;
  /** Whoever said it may write. */
  readonly writes: boolean;
}

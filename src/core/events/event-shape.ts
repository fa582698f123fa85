/** What the events of all families are made of. */
import * as z from "zod";
import { ToolProblems } from "#core/events/data/problem-tally.ts";
import { TimeUsed } from "#core/events/data/time-used.ts";
import { ModelUsage } from "#core/values/usage.ts";

const Count = z.int().nonnegative();

/** What every event may have: made once for all of them, because each start of the program waits for it. */
const COMMON = {
  at: Count,
  spend: ModelUsage.optional(),
  took: TimeUsed.optional(),
  stumbles: ToolProblems.optional(),
  epoch: Count.optional(),
};

/**
 * An event by its name. `at`: milliseconds since the epoch. On the first event that came of a command: `spend` and
 * `took`, what it cost; `stumbles`, what its agents stumbled over (M3.07). `epoch`: of the run as its writer on GitHub
 * holds it; once somebody else does, such an event counts for its price alone (core/approval/lease).
 */
export function eventShape<K extends string, S extends z.core.$ZodLooseShape>(kind: K, shape: S) {
  return z.strictObject({ kind: z.literal(kind), ...COMMON, ...shape });
}

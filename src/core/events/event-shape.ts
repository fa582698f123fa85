/** The shape that the events of all families share. */
import * as z from "zod";
import { ToolProblems } from "#core/events/data/problem-tally.ts";
import { TimeUsed } from "#core/events/data/time-used.ts";
import { AttributedUsage } from "#core/values/usage.ts";

const Count = z.int().nonnegative();

/** The fields that every event may have: made once for all of them, because each start of the program waits for it. */
const COMMON = {
  at: Count,
  spend: AttributedUsage.optional(),
  took: TimeUsed.optional(),
  stumbles: ToolProblems.optional(),
  epoch: Count.optional(),
};

/**
 * The shape of one kind of event. `at`: milliseconds since the epoch. On the first event of a command: `spend` and
 * `took`, its usage by who asked, and its time; `stumbles`, the tool problems of its agents. `epoch`: the epoch in
 * which a worker on GitHub wrote it; once the run is in another epoch, only the event's usage counts
 * (core/approval/lease).
 */
export function eventShape<K extends string, S extends z.core.$ZodLooseShape>(kind: K, shape: S) {
  return z.strictObject({ kind: z.literal(kind), ...COMMON, ...shape });
}

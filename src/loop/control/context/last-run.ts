/** Reads the last run of an issue. */
import { replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import type { ControlContext } from "./control-context.ts";

/**
 * The last run, over or not; null when it never had one, or when its history cannot be read, so that it blocks
 * nothing. Throws `Failure("journal")`.
 */
export async function lastRun({ latest }: Pick<ControlContext, "latest">): Promise<Run | null> {
  const history = await (await latest())?.load();
  return history?.kind === "events" ? replay(history.events) : null;
}

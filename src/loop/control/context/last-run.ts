/** The run that an issue had last. */
import { replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import type { ControlContext } from "./control-context.ts";

/**
 * Over or not; null when the issue never had one, or when its history cannot be read: it stands in nobody's way. Throws
 * `Failure("journal")`.
 */
export async function lastRun({ latest }: Pick<ControlContext, "latest">): Promise<Run | null> {
  const history = await (await latest())?.load();
  return history?.kind === "events" ? replay(history.events) : null;
}

/** Where no webhook tells that a workflow run is over, the desk looks for itself before it hears anything (architecture 2). */
import { sealOf } from "#core/approval/approval.ts";
import { workflowRunOf } from "#core/approval/lease.ts";
import type { Run } from "#core/run/run.ts";
import { isResting } from "#core/run/stage.ts";
import type { Desk } from "#loop/desk/context/desk.ts";
import { isExpired, takeOver } from "#loop/desk/run/take-over.ts";
import { atHand } from "#loop/journals/at-hand.ts";
import { rememberedJournal } from "#loop/journals/remembered-journal.ts";
import { readRun } from "#loop/kit/read-run.ts";
import { Failure } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";
import { close, type Ended } from "./close.ts";

/** The workflow run that a run counts on. `id` is null where nobody wrote it down: its title holds the seal, and it began after `since` (milliseconds). */
export interface Counted {
  readonly id: string | null;
  readonly seal: string;
  readonly since: number;
}

/** How the workflow run ended; null while it goes on. */
export type EndOf = (counted: Counted) => Promise<Ended | null>;

/**
 * Another worker takes the active run over when the workflow run that it counts on is over, or has not been heard of for too long. Gives the desk for what is heard next:
 * what was looked up here is not asked again. Idempotent. A run that cannot be read is left to whoever hears, who says so. Throws `Failure`.
 */
export async function lookAfter(desk: Desk, endOf: EndOf): Promise<Desk> {
  try {
    const found = await desk.active();
    if (found === null) return seen(null, desk);
    const journal = rememberedJournal(found);
    const run = await readRun(journal);
    const counted = countedOn(run);
    const ended = counted === null ? null : await endOf(counted);
    if (ended === null && !isExpired(run, desk)) return seen(journal, desk);
    await (ended === null ? takeOver({ journal: atHand(found, desk), run }, desk) : close(ended, desk));
    return desk;
  } catch (error) {
    if (!(error instanceof Failure) || error.service !== "journal" || error.retryable) throw error;
    return desk;
  }
}

function seen(active: Journal | null, desk: Desk): Desk {
  return { ...desk, active: () => Promise.resolve(active) };
}

/** Null for a run that waits for people, and for one that nobody can read. */
function countedOn(run: Run): Counted | null {
  const seal = sealOf(run);
  if (run.unreadable !== null || isResting(run.stage) || seal === null) return null;
  return { id: workflowRunOf(run), seal, since: run.effects.dispatch?.at ?? run.updatedAt };
}

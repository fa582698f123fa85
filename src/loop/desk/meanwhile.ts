/** What was said while a label waited in line: a stop that found no run then is written down as soon as there is one, before anything is thought of. */
import type { Draft } from "#core/event.ts";
import type { Run } from "#core/run.ts";
import type { Journal } from "#ports/journal.ts";
import { stopIn } from "../overheard.ts";
import { attempt } from "../pictures.ts";
import { readRun } from "../read-run.ts";
import { writeDown } from "../write-down.ts";
import type { Desk } from "./desk.ts";

/** Milliseconds from the label to its run for which nothing is asked: most labels do not wait. */
const AT_ONCE = 10_000;

/** To be called once the run is there: what is said from now on finds it. One request where nobody said anything. Idempotent. Throws `Failure`. */
export async function stopMeanwhile(journal: Journal, desk: Desk): Promise<void> {
  const run = await readRun(journal);
  const stop = run.startedAt - run.askedAt < AT_ONCE ? null : await stopSince(run, desk);
  if (stop !== null) await writeDown(journal, desk.clock, (now) => ({ drafts: now.stopRequest === null ? [stop] : [], alone: false }));
}

/** The first stop since the label of somebody who may, with a sign for them; what bears our last sign had its turn. */
async function stopSince(run: Run, { github, log }: Desk): Promise<Draft | null> {
  const { unheard } = await github.seen(run.askedAt);
  for (const said of unheard.filter(({ at }) => at >= run.askedAt)) {
    const stop = await stopIn(said, run, github);
    if (stop === null) continue;
    await attempt(() => github.react({ kind: "comment", id: said.id }, "eyes"), "the sign", log);
    return stop;
  }
  return null;
}

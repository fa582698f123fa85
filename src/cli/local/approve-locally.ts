/** Records the approval of a plan by a person at this machine, or refuses it with its reasons. */
import { systemClock } from "#adapters/system-clock.ts";
import { Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { approve } from "#core/approval/approval.ts";
import { withTime } from "#core/events/event.ts";
import { awaitsMaintainer } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import type { Home } from "./home.ts";
import { localUserOf, steerLocally } from "./steer-locally.ts";

/**
 * The content of an approval. `digest`: as the person typed it, null for none; `stepwise`: the run is to pause after
 * each iteration.
 */
export interface LocalApproval {
  readonly digest: string | null;
  readonly stepwise: boolean;
}

/** Throws `Misuse` with every reason when the approval does not count. */
export async function approveLocally(
  { note }: Terminal,
  home: Home,
  run: Run,
  { digest, stepwise }: LocalApproval,
): Promise<void> {
  // Where no plan waits but questions do, an approval takes their defaults.
  if (awaitsMaintainer(run.stage)) {
    await steerLocally(home, run.alias, { word: "defaults", text: digest ?? "" });
    return;
  }
  if (run.stage !== "awaiting_approval")
    throw new Misuse(`the run ${run.alias} does not wait for an approval: it is ${run.stage}`);
  const at = systemClock.now();
  const here = { by: localUserOf(home), at, writtenAt: at, comment: null, account: null, issue: run.issue };
  const draft = approve(run, { ...here, digest, stepwise });
  if ((await home.journalOf(run.alias).append([withTime(draft, at)], run.rev)) === "conflict")
    throw new Misuse("the run moved on while you approved; see loopwright status");
  if (draft.kind === "approval_rejected") throw new Misuse(`not approved: ${draft.reasons.join("; ")}`);
  note("Approved.");
}

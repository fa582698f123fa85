/** A person at this machine approves a plan: the approval is written down, or refused with its reasons. */
import { systemClock } from "#adapters/system-clock.ts";
import { approve } from "#core/approval.ts";
import { timed } from "#core/event.ts";
import type { Run } from "#core/run.ts";
import { Misuse } from "./exit.ts";
import type { Home } from "./home.ts";
import type { Terminal } from "./terminal.ts";

/** `digest`: what the person typed, null for nothing. Throws `Misuse` with every reason when the approval does not count. */
export async function consent({ note }: Terminal, home: Home, run: Run, digest: string | null): Promise<void> {
  if (run.stage !== "awaiting_approval") throw new Misuse(`the run ${run.alias} does not wait for an approval: it is ${run.stage}`);
  const at = systemClock.now();
  const draft = approve(run, { by: home.repository.user || "you", at, said: at, digest, comment: null, account: null, issue: run.issue });
  if ((await home.journalOf(run.alias).append([timed(draft, at)], run.rev)) === "conflict")
    throw new Misuse("the run moved on while you approved; see loopwright status");
  if (draft.kind === "approval_rejected") throw new Misuse(`not approved: ${draft.reasons.join("; ")}`);
  note("Approved.");
}

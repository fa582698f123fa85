/** The context of a whole loop on this machine, for tests and benches: nothing of GitHub, no web, a key that is known, memories of its own. */
import { NO_WEB } from "#adapters/absent.ts";
import { systemClock } from "#adapters/system-clock.ts";
import { builtInRoles } from "#agent/specs/roles.ts";
import { approve } from "#core/approval/approval.ts";
import type { Event, EventDraft } from "#core/events/event.ts";
import { readRun } from "#loop/context/read-run.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import type { Journal } from "#ports/journal.ts";
import { untilWritten } from "#ports/until-written.ts";
import { memoryMemories, memoryShelf } from "../fakes/memory-memories.ts";

/** The key by which audits are drawn. */
const KEY = "5a".repeat(32);

/** What a caller must give; the rest it may give. */
type Given = Pick<StepContext, "model" | "workspace" | "publisher"> & Partial<StepContext>;

export function loopContext(given: Given): StepContext {
  return {
    clock: systemClock,
    random: { hex: (bytes) => "0".repeat(bytes * 2) },
    web: NO_WEB,
    github: null,
    worker: null,
    pollInterval: 1_000,
    memories: memoryMemories(memoryShelf()),
    tell: () => undefined,
    redact: (text) => text,
    secrets: { auditKey: () => Promise.resolve(KEY), renew: () => Promise.resolve(KEY) },
    log: { info: () => undefined, warn: () => undefined },
    roles: builtInRoles(),
    signal: new AbortController().signal,
    whenAborted: "stop",
    ...given,
  };
}

/** Writes what somebody says into the journal, also while the run is at work and writes itself. */
export async function sayTo(journal: Journal, draft: EventDraft): Promise<void> {
  const attempt = async () => journal.append([{ ...draft, at: Date.now() } as Event], (await readRun(journal)).rev);
  await untilWritten(attempt, { tries: 5, message: "the run wrote five times while somebody spoke" });
}

/** Approves the plan that is shown, as a person would. */
export async function consentTo(journal: Journal): Promise<void> {
  const run = await readRun(journal);
  const at = Date.now();
  const asked = { by: "ana", at, writtenAt: at, digest: null, stepwise: false, comment: null, account: null, issue: run.issue };
  await journal.append([{ ...approve(run, asked), at } as Event], run.rev);
}

/** What stops a run is written down ahead of its turn: whoever works on the run sees it there, and gives up what they have in hand. */
import { isToEnd } from "#core/ending.ts";
import { type Draft, type Event, timed } from "#core/event.ts";
import { replay } from "#core/evolve.ts";
import type { Intent } from "#core/intent.ts";
import { saidBefore } from "#core/said.ts";
import { isOver } from "#core/stage.ts";
import { Failure } from "#ports/failure.ts";
import { WITHDRAWN } from "#text/withdrawn.ts";
import type { Desk, Heard } from "./desk.ts";
import type { Active } from "./drive-here.ts";
import { isThereAgain } from "./withdrawn.ts";

/** How often it is written anew when others write at the same moment. */
const TRIES = 20;

/** A word after which a run goes on. */
const GOES_ON: readonly Event["kind"][] = ["resumed", "redirect_requested", "run_unblocked"];

type Stopping = Extract<Intent, { kind: "stop" | "withdraw" }>;

/** Writes it down, and does nothing else. `writes`: whoever wants it may write. Idempotent. Throws `Failure`. */
export async function stopAhead(
  intent: Stopping,
  heard: Heard,
  { active: { journal }, writes }: { readonly active: Active; readonly writes: boolean },
  desk: Desk,
): Promise<void> {
  if (await isThereAgain(heard, desk)) return;
  const stop = stopOf(intent, heard, writes);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const history = await journal.load();
    const events = history.kind === "events" ? history.events : [];
    if (!isDue(events, heard)) return;
    if ((await journal.append([timed(stop, desk.clock.now())], events.length)) === "appended") return;
  }
  throw new Failure("journal", "the run is written to without end; try again", { retryable: true });
}

function stopOf(intent: Stopping, { by: { login: by } }: Heard, writes: boolean): Draft {
  if (intent.kind === "withdraw") return { kind: "stop_requested", by, note: WITHDRAWN[intent.cause](by) };
  return { kind: "stop_requested", by, note: intent.note, ...(writes && { maintainer: writes }) };
}

/**
 * It overtakes only what was said before it. What is in the journal since may have been said after it and be the last word: its turn, which
 * comes in order, will tell.
 */
function isDue(events: readonly Event[], { at }: Heard): boolean {
  const run = replay(events);
  if (run === null || run.unreadable !== null || isOver(run.stage) || isToEnd(run) || saidBefore(at, run.startedAt)) return false;
  const onwards = events.findLast(({ kind }) => GOES_ON.includes(kind));
  return onwards === undefined || saidBefore(onwards.at, at);
}

/** The journal of a run on GitHub: one ref for each run, whose commits hold the history and the views. */
import { isDeepStrictEqual } from "node:util";
import type { Api } from "#adapters/github/client/api.ts";
import { inTurn } from "#adapters/in-turn.ts";
import { branchMovesOf } from "#adapters/journal/branch-moves.ts";
import { Failure } from "#ports/failure.ts";
import type { AppendResult, Journal } from "#ports/journal.ts";
import {
  type JournalSession,
  openSession,
  type RefJournalOptions,
  refreshSession,
  type UncertainAppend,
} from "./journal-session.ts";
import { landAppend } from "./land.ts";
import { readRepositoryId } from "./move-refs.ts";
import type { RunLocation } from "./ref-names.ts";
import { eventCountOf, MISSING_REF, planAppend, type RefSnapshot } from "./ref-snapshot.ts";
import { isAncestor } from "./refs.ts";
import { stateCommitMessageOf, writeStateCommit } from "./write-commit.ts";

/**
 * The journal of `place`. Each append is one commit on `refs/loopwright/issue-<n>/<run_id>` and one transaction that
 * moves this ref, the issue's `current` and the work branch of a kept iteration, or none of them. `current` is created
 * with the first append, so of two starts on one issue the second is a `conflict`. One instance does one thing at a
 * time and remembers what it has read: an append after a load costs three requests, the first load one, a later one
 * two, and reading a ref that has not moved none that GitHub counts (304).
 */
export function refJournal(api: Api, place: RunLocation, options: RefJournalOptions): Journal {
  return journalOfSession(openSession(api, place, options));
}

/** The journal over a session, which may have read something already. */
export function journalOfSession(session: JournalSession): Journal {
  const turn = inTurn();
  return {
    load: () => turn(() => load(session)),
    append: (events, after) => turn(() => append(session, { events, after })),
    length: () => turn(async () => eventCountOf(await refreshSession(session))),
  };
}

async function load(session: JournalSession): Promise<RefSnapshot["history"]> {
  const { history } = session.unread && session.known !== null ? session.known : await refreshSession(session);
  session.unread = false;
  return history;
}

type AppendIntent = Pick<UncertainAppend, "events" | "after">;

async function append(session: JournalSession, intent: AppendIntent): Promise<AppendResult> {
  if (await hasLanded(session, intent)) return "appended";
  const known = await knownFor(session, intent);
  if (known.history.kind === "unreadable")
    throw new Failure("journal", `nothing is appended to what cannot be read: ${known.history.why}`, {
      retryable: false,
    });
  if (eventCountOf(known) !== intent.after) return "conflict";
  return intent.events.length === 0 ? "appended" : write(session, known, intent);
}

/**
 * True when this very append was sent before, its answer was lost, and the ref contains it: then it is not made twice.
 * While the ref has not moved, the append may still arrive: it stays in doubt, and the same commit is sent again.
 */
async function hasLanded(session: JournalSession, intent: AppendIntent): Promise<boolean> {
  const { api, place, doubt } = session;
  if (doubt === null) return false;
  const { head } = await refreshSession(session);
  const same = isSame(doubt, intent);
  const landed = same && head !== null && (await isAncestor(api, place, doubt.commit, head));
  if (!same || head !== doubt.parent) session.doubt = null;
  return landed;
}

function isSame(doubt: UncertainAppend, { events, after }: AppendIntent): boolean {
  return doubt.after === after && isDeepStrictEqual(doubt.events, events);
}

/**
 * The state that was read last is enough, because the transaction compares. Only a caller that knows of more events, or
 * appends nothing, causes a read.
 */
async function knownFor(session: JournalSession, { events, after }: AppendIntent): Promise<RefSnapshot> {
  const { known } = session;
  session.unread = false;
  // A run that begins: the transaction itself compares that there is none yet.
  if (known === null && after === 0 && events.length > 0) return MISSING_REF;
  return known === null || events.length === 0 || after > eventCountOf(known) ? refreshSession(session) : known;
}

async function write(
  session: JournalSession,
  known: RefSnapshot,
  { events, after }: AppendIntent,
): Promise<AppendResult> {
  const { api, place, options } = session;
  const { changes, next } = planAppend(known, events, options.codec);
  session.repositoryId ??= await readRepositoryId(api, place);
  const sent = session.doubt?.parent === known.head ? session.doubt : null;
  const message = stateCommitMessageOf(events, place);
  const made =
    sent === null
      ? await writeStateCommit(api, place, known, { changes, message })
      : { head: sent.commit, tree: sent.tree };
  session.doubt = { commit: made.head, tree: made.tree, parent: known.head, events, after };
  const outcome = await landAppend(api, {
    place,
    repositoryId: session.repositoryId,
    head: known.head,
    commit: made.head,
    wasActive: known.active,
    active: next.active,
    branches: branchMovesOf(events),
    onHeal: options.onHeal,
  });
  session.doubt = null;
  if (outcome === "appended") {
    session.known = { ...made, ...next };
    session.etag = null;
  }
  return outcome;
}

/** The journal of a run on GitHub: one ref per run, whose commits hold the four files of S1.13 (architecture 5). */
import { isDeepStrictEqual } from "node:util";
import type { Api } from "#adapters/github/client/api.ts";
import { inTurn } from "#adapters/in-turn.ts";
import { branchMovesOf } from "#adapters/journal/branch-moves.ts";
import { Failure } from "#ports/failure.ts";
import type { AppendResult, Journal } from "#ports/journal.ts";
import { type JournalSession, openSession, type RefJournalOptions, refreshSession, type UncertainAppend } from "./journal-session.ts";
import { landAppend } from "./land.ts";
import type { RunLocation } from "./ref-names.ts";
import { eventCountOf, MISSING_REF, planAppend, type RefSnapshot } from "./ref-snapshot.ts";
import { isAncestor, readRepositoryId } from "./refs.ts";
import { stateCommitMessageOf, writeStateCommit } from "./write-commit.ts";

/**
 * The journal of `place`. Each append is one commit on `refs/loopwright/issue-<n>/<run_id>` and one transaction that moves this ref,
 * the issue's `current` and the work branch of a kept iteration, or none of them. `current` is created with the first append, so of two
 * starts on one issue the second is a `conflict`. One instance does one thing at a time and remembers what it has read: an append after
 * a load costs three requests, the first load one, a later one two, a look at a ref that has not moved since none that GitHub counts (304).
 */
export function refJournal(api: Api, place: RunLocation, options: RefJournalOptions): Journal {
  return journalOfSession(openSession(api, place, options));
}

/** The journal over a session, which may have something read already. */
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

type Wish = Pick<UncertainAppend, "events" | "after">;

async function append(session: JournalSession, intent: Wish): Promise<AppendResult> {
  if (await hasLanded(session, intent)) return "appended";
  const known = await knownFor(session, intent);
  if (known.history.kind === "unreadable")
    throw new Failure("journal", `nothing is appended to what cannot be read: ${known.history.why}`, { retryable: false });
  if (eventCountOf(known) !== intent.after) return "conflict";
  return intent.events.length === 0 ? "appended" : write(session, known, intent);
}

/**
 * Whether this very append was sent before, its answer got lost, and it is in the ref all the same: then it is not made twice (ST-15). Where the
 * ref stands as it stood then, the append may still arrive: it stays in doubt, and the same commit is sent again.
 */
async function hasLanded(session: JournalSession, intent: Wish): Promise<boolean> {
  const { api, place, doubt } = session;
  if (doubt === null) return false;
  const { head } = await refreshSession(session);
  const same = isSame(doubt, intent);
  const landed = same && head !== null && (await isAncestor(api, place, doubt.commit, head));
  if (!same || head !== doubt.parent) session.doubt = null;
  return landed;
}

function isSame(doubt: UncertainAppend, { events, after }: Wish): boolean {
  return doubt.after === after && isDeepStrictEqual(doubt.events, events);
}

/** What was read last is enough: the transaction compares. Only who knows of more events than we do, or appends nothing, makes us look. */
async function knownFor(session: JournalSession, { events, after }: Wish): Promise<RefSnapshot> {
  const { known } = session;
  session.unread = false;
  // A run that begins: that there is none yet is what the transaction compares.
  if (known === null && after === 0 && events.length > 0) return MISSING_REF;
  return known === null || events.length === 0 || after > eventCountOf(known) ? refreshSession(session) : known;
}

async function write(session: JournalSession, known: RefSnapshot, { events, after }: Wish): Promise<AppendResult> {
  const { api, place, options } = session;
  const { changes, next } = planAppend(known, events, options.codec);
  session.repositoryId ??= await readRepositoryId(api, place);
  const sent = session.doubt?.parent === known.head ? session.doubt : null;
  const message = stateCommitMessageOf(events, place);
  const made = sent === null ? await writeStateCommit(api, place, known, { changes, message }) : { head: sent.commit, tree: sent.tree };
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

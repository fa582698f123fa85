/** The journal of a run on GitHub: one ref per run, whose commits hold the four files of S1.13 (architecture 5). */
import { isDeepStrictEqual } from "node:util";
import type { Api } from "#adapters/github/client/api.ts";
import { inTurn } from "#adapters/in-turn.ts";
import { movesOf } from "#adapters/journal/moves.ts";
import { Failure } from "#ports/failure.ts";
import type { AppendResult, Journal } from "#ports/journal.ts";
import { countOf, grow, type Known, MISSING } from "./known.ts";
import { land } from "./land.ts";
import type { RunPlace } from "./names.ts";
import { isIn, nodeId } from "./refs.ts";
import { type Doubt, openSession, type RefJournalOptions, refresh, type Session } from "./session.ts";
import { messageOf, writeCommit } from "./write-commit.ts";

/**
 * The journal of `place`. Each append is one commit on `refs/loopwright/issue-<n>/<run_id>` and one transaction that moves this ref,
 * the issue's `current` and the work branch of a kept iteration, or none of them. `current` is created with the first append, so of two
 * starts on one issue the second is a `conflict`. One instance does one thing at a time and remembers what it has read: an append after
 * a load costs three requests, the first load one, a later one two, a look at a ref that has not moved since none that GitHub counts (304).
 */
export function refJournal(api: Api, place: RunPlace, options: RefJournalOptions): Journal {
  return journalOf(openSession(api, place, options));
}

/** The journal over a session, which may have something read already. */
export function journalOf(session: Session): Journal {
  const turn = inTurn();
  return {
    load: () => turn(() => load(session)),
    append: (events, after) => turn(() => append(session, { events, after })),
    length: () => turn(async () => countOf(await refresh(session))),
  };
}

async function load(session: Session): Promise<Known["history"]> {
  const { history } = session.unread && session.known !== null ? session.known : await refresh(session);
  session.unread = false;
  return history;
}

type Wish = Pick<Doubt, "events" | "after">;

async function append(session: Session, wish: Wish): Promise<AppendResult> {
  if (await hasLanded(session, wish)) return "appended";
  const known = await knownFor(session, wish);
  if (known.history.kind === "unreadable")
    throw new Failure("journal", `nothing is appended to what cannot be read: ${known.history.why}`, { retryable: false });
  if (countOf(known) !== wish.after) return "conflict";
  return wish.events.length === 0 ? "appended" : write(session, known, wish);
}

/**
 * Whether this very append was sent before, its answer got lost, and it is in the ref all the same: then it is not made twice (ST-15). Where the
 * ref stands as it stood then, the append may still arrive: it stays in doubt, and the same commit is sent again.
 */
async function hasLanded(session: Session, wish: Wish): Promise<boolean> {
  const { api, place, doubt } = session;
  if (doubt === null) return false;
  const { head } = await refresh(session);
  const same = isSame(doubt, wish);
  const landed = same && head !== null && (await isIn(api, place, doubt.commit, head));
  if (!same || head !== doubt.parent) session.doubt = null;
  return landed;
}

function isSame(doubt: Doubt, { events, after }: Wish): boolean {
  return doubt.after === after && isDeepStrictEqual(doubt.events, events);
}

/** What was read last is enough: the transaction compares. Only who knows of more events than we do, or appends nothing, makes us look. */
async function knownFor(session: Session, { events, after }: Wish): Promise<Known> {
  const { known } = session;
  session.unread = false;
  // A run that begins: that there is none yet is what the transaction compares.
  if (known === null && after === 0 && events.length > 0) return MISSING;
  return known === null || events.length === 0 || after > countOf(known) ? refresh(session) : known;
}

async function write(session: Session, known: Known, { events, after }: Wish): Promise<AppendResult> {
  const { api, place, options } = session;
  const { changes, next } = grow(known, events, options.codec);
  session.repositoryId ??= await nodeId(api, place);
  const sent = session.doubt?.parent === known.head ? session.doubt : null;
  const message = messageOf(events, place);
  const made = sent === null ? await writeCommit(api, place, known, { changes, message }) : { head: sent.commit, tree: sent.tree };
  session.doubt = { commit: made.head, tree: made.tree, parent: known.head, events, after };
  const outcome = await land(api, {
    place,
    repositoryId: session.repositoryId,
    head: known.head,
    commit: made.head,
    wasActive: known.active,
    active: next.active,
    branches: movesOf(events),
    onHeal: options.onHeal,
  });
  session.doubt = null;
  if (outcome === "appended") {
    session.known = { ...made, ...next };
    session.etag = null;
  }
  return outcome;
}

/** Remembers what one journal has read, so that it asks GitHub only for what may have changed. */
import type { Api } from "#adapters/github/client/api.ts";
import type { Codec } from "#adapters/journal/codec.ts";
import type { Event } from "#core/events/event.ts";
import { Failure } from "#ports/failure.ts";
import { type CommitFiles, readCommit, readRef } from "./commit-files.ts";
import { type RunLocation, stateRef } from "./ref-names.ts";
import { hasGrown, MISSING_REF, type RefSnapshot, refSnapshotOf } from "./ref-snapshot.ts";
import { readRefIfChanged } from "./refs.ts";

export interface RefJournalOptions {
  readonly codec: Codec;
  /** Called with one line for each repair: a view that differs from the history, a missing pointer. */
  readonly onHeal: (line: string) => void;
  /**
   * Node id of the repository, as webhooks carry it. Where it is absent, it comes with the first read or is asked for
   * once.
   */
  readonly repositoryId?: string;
}

/**
 * An append that may have taken effect, or still may: a request that was given up may be under way. `parent`: the
 * commit that it continues.
 */
export interface UncertainAppend {
  readonly commit: string;
  readonly tree: string;
  readonly parent: string | null;
  readonly events: readonly Event[];
  readonly after: number;
}

export interface JournalSession {
  readonly api: Api;
  readonly place: RunLocation;
  readonly options: RefJournalOptions;
  repositoryId: string | null;
  /** Null before the first read. */
  known: RefSnapshot | null;
  /** GitHub's ETag for the ref at `known`; null where it was not read there yet. */
  etag: string | null;
  /** `known` was read just now and not returned yet: the next load needs no request of its own. */
  unread: boolean;
  doubt: UncertainAppend | null;
}

/** A session that has read nothing yet. */
export function openSession(api: Api, place: RunLocation, options: RefJournalOptions): JournalSession {
  const repositoryId = options.repositoryId ?? null;
  return { api, place, options, repositoryId, known: null, etag: null, unread: false, doubt: null };
}

/**
 * The current state: one request at first, then a conditional one, and one more where the ref has moved. Throws
 * `Failure("journal")`.
 */
export async function refreshSession(session: JournalSession): Promise<RefSnapshot> {
  const { api, place, known, etag } = session;
  session.unread = false;
  const first = known === null ? await readRef(api, place, stateRef(place)) : null;
  if (first !== null) return adoptCommit(session, first);
  const found = await readRefIfChanged(
    api,
    place,
    stateRef(place),
    known?.head == null ? null : { sha: known.head, etag },
  );
  if (found.kind === "same" && known !== null) return known;
  if (found.kind !== "at") return nothingAt(session, known);
  const now = known?.head === found.sha ? known : adoptCommit(session, await readCommit(api, place, found.sha));
  session.etag = found.etag;
  return now;
}

/** A ref that existed and no longer does was deleted by a person: the run does not count as one that never was. */
function nothingAt(session: JournalSession, known: RefSnapshot | null): RefSnapshot {
  const why =
    known?.active === true
      ? `${stateRef(session.place)} was deleted; it was at ${known.head}: put it back there`
      : null;
  session.etag = null;
  session.known = why === null ? MISSING_REF : frozen(known ?? MISSING_REF, why);
  return session.known;
}

/** The known state, marked so that nothing may be done with it. */
function frozen(known: RefSnapshot, why: string): RefSnapshot {
  const events = known.history.kind === "missing" ? [] : known.history.events;
  return { ...known, history: { kind: "unreadable", why, events } };
}

/**
 * Takes in a commit that was read, and reports views that differ from its history. A journal only grows: a shorter one
 * is an old answer of GitHub's, or a person moved the ref back. Then throws `Failure("journal")`, retryable, and keeps
 * the known state.
 */
export function adoptCommit(session: JournalSession, files: CommitFiles): RefSnapshot {
  const read = readFrom(session, files);
  const before = session.known;
  if (before !== null && !hasGrown(before, read)) {
    const message =
      `${stateRef(session.place)} is at ${files.commit} and was at ${before.head}, which holds more: ` +
      "nothing is done with it until it is there again";
    throw new Failure("journal", message, { retryable: true });
  }
  session.known = read;
  return read;
}

function readFrom(session: JournalSession, files: CommitFiles): RefSnapshot {
  const { place, options } = session;
  const { known, stale } = refSnapshotOf(files, options.codec);
  const { history } = known;
  if (stale.length > 0)
    options.onHeal(`${stateRef(place)}: ${stale.join(", ")} differ from the history; the next append writes them anew`);
  session.repositoryId = files.repositoryId;
  return history.kind === "unreadable"
    ? { ...known, history: { ...history, why: whyAt(session, files, history.why) } }
    : known;
}

function whyAt({ place }: JournalSession, { commit }: CommitFiles, why: string): string {
  return (
    `history.jsonl at ${stateRef(place)} (commit ${commit}): ${why}; ` +
    "move the ref back to its last good commit, or begin a new run"
  );
}

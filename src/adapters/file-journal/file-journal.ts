/** The journal of a run on one machine: a folder of files, and the work branch of a local repository (architecture 5, Locally). */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { gitAt } from "#adapters/git/objects/git-command.ts";
import { branchMovesOf } from "#adapters/journal/branch-moves.ts";
import type { Codec } from "#adapters/journal/codec.ts";
import { lineCountOf } from "#adapters/journal/history-text.ts";
import type { Event } from "#core/events/event.ts";
import { withEvents } from "#core/run/evolve/evolve.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { AppendResult, History, Journal } from "#ports/journal.ts";
import { moveBranches } from "./branch.ts";
import {
  acceptDraft,
  draftHistory,
  dropDraft,
  finishDraft,
  type HistoryStore,
  hasDraft,
  historyText,
  readHistory,
} from "./history-file.ts";
import { tryLock } from "./lock.ts";
import { healViews, writeViews } from "./views.ts";

export interface FileJournalOptions {
  /** Absolute path of the git folder whose `refs/heads` hold the work branch. */
  readonly branchGitDir: string;
  readonly codec: Codec;
  /** For the lock's date and for waiting on it. */
  readonly clock: Clock;
  /** Told, in one line, of everything that was put right: a cache that differed, an append that a crash had cut off. */
  readonly onHeal: (line: string) => void;
}

/** Milliseconds that an append waits for another process, and between two looks. */
const PATIENCE = 5_000;
const PAUSE = 20;

/**
 * The journal in `folder` (`<git-dir>/loopwright/<alias>`): `history.jsonl` is the truth; `run.json`, `artifact.md` and the pointer
 * beside the folder are made from it. An append writes a draft, moves the branch, then renames the draft. Whoever comes next
 * ends an append that was cut off (see `finishDraft`). The window that remains: between the branch and the rename, somebody
 * who looks at git alone sees the branch one step ahead of the journal, until then; and when in that window a person moves the
 * branch after a crash, the cut-off append is dropped and that person's branch stands. After a power failure git's own
 * guarantees for objects hold (core.fsync), which are weaker than those of the journal's files.
 */
export function fileJournal(folder: string, options: FileJournalOptions): Journal {
  const store: HistoryStore = { folder, codec: options.codec, git: gitAt(options.branchGitDir, folder) };
  return {
    load: () => guarded(folder, () => load(store, options)),
    append: (events, after) => guarded(folder, () => locked(store, options, () => append(store, options, { events, after }))),
    length: () => guarded(folder, async () => lineCountOf((await historyText(store)) ?? "")),
  };
}

async function load(store: HistoryStore, { clock, onHeal }: FileJournalOptions): Promise<History> {
  const text = await historyText(store);
  const history = await readHistory(store, text);
  const stale = (await hasDraft(store)) || (history.kind === "events" && (await healViews(store, history.events, false)) !== null);
  if (!stale) return history;
  const hold = await tryLock(lockOf(store), clock.now());
  // Somebody is at work: the draft is theirs, and they will write the views.
  if (hold.kind === "busy") return history;
  try {
    const finished = await finishDraft(store);
    if (finished !== null) onHeal(finished);
    const now = await readHistory(store, await historyText(store));
    const healed = now.kind === "events" ? await healViews(store, now.events, true) : null;
    if (healed !== null) onHeal(healed);
    return now;
  } finally {
    await hold.release();
  }
}

interface Wish {
  readonly events: readonly Event[];
  readonly after: number;
}

async function append(store: HistoryStore, { onHeal }: FileJournalOptions, { events, after }: Wish): Promise<AppendResult> {
  const finished = await finishDraft(store);
  if (finished !== null) onHeal(finished);
  const text = await historyText(store);
  const history = await readHistory(store, text);
  if (history.kind === "unreadable")
    throw new Failure("journal", `nothing is appended to what cannot be read: ${history.why}`, { retryable: false });
  const before = history.kind === "events" ? history.events : [];
  if (before.length !== after) return "conflict";
  if (events.length === 0) return "appended";
  await draftHistory(store, text ?? "", { before, events });
  const moved = await moveBranches(store.git, branchMovesOf(events));
  if (moved !== "moved") {
    await dropDraft(store);
    return moved;
  }
  await acceptDraft(store);
  await writeViews(store, withEvents(before, events));
  return "appended";
}

/** Runs the work alone. Throws `Failure("journal")`, retryable, when another process does not let go in time. */
async function locked<T>(store: HistoryStore, { clock }: FileJournalOptions, work: () => Promise<T>): Promise<T> {
  await mkdir(store.folder, { recursive: true, mode: 0o700 });
  const end = clock.now() + PATIENCE;
  for (;;) {
    const hold = await tryLock(lockOf(store), clock.now());
    if (hold.kind === "held") return work().finally(hold.release);
    if (clock.now() >= end) {
      const since = new Date(hold.holder.since).toISOString();
      throw new Failure("journal", `${lockOf(store)} is held by process ${hold.holder.pid} since ${since}; end it, or remove the file`, {
        retryable: true,
      });
    }
    await clock.sleep(PAUSE);
  }
}

function lockOf({ folder }: HistoryStore): string {
  return join(folder, "history.lock");
}

/** What the file system or git throws is a journal that does not work; our own mistakes stay what they are. */
async function guarded<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOutside = (error instanceof Failure && error.service !== "journal") || (error instanceof Error && "syscall" in error);
    if (!isOutside) throw error;
    throw new Failure("journal", `the journal in ${folder}: ${error.message}`, { retryable: false, cause: error });
  }
}

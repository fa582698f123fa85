/** The journal of a run on one machine: a folder of files, and the work branch of a local repository. */
import { gitAt } from "#adapters/git/command/git-command.ts";
import { branchMovesOf } from "#adapters/journal/branch-moves.ts";
import type { Codec } from "#adapters/journal/codec.ts";
import { lineCountOf } from "#adapters/journal/history-text.ts";
import type { Event } from "#core/events/event.ts";
import { withEvents } from "#core/run/evolve/evolve.ts";
import type { Clock } from "#ports/clock.ts";
import { Failure } from "#ports/failure.ts";
import type { AppendResult, History, Journal } from "#ports/journal.ts";
import { locked, lockOf } from "./append-lock.ts";
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
  /** Absolute path of the git folder whose `refs/heads` lock the work branch. */
  readonly branchGitDir: string;
  readonly codec: Codec;
  /** For the date in the lock, and for waiting for it. */
  readonly clock: Clock;
  /** Called with one line for each repair: a view that differed, an append that a crash had cut off. */
  readonly onHeal: (line: string) => void;
}

/**
 * The journal in `folder` (`<git-dir>/loopwright/<alias>`): `history.jsonl` is the truth; `run.json`, `artifact.md` and
 * the pointer beside the folder are made from it. An append writes a draft, moves the branch, then renames the draft.
 * The next load or append completes an append that was cut off (see `finishDraft`). One window remains: between the
 * branch and the rename, git alone shows the branch one step ahead of the journal; and when a person moves the branch
 * in that window after a crash, the cut-off append is dropped and that person's branch stays. After a power failure
 * git's own guarantees for objects lock (core.fsync), which are weaker than those of the journal's files.
 */
export function fileJournal(folder: string, options: FileJournalOptions): Journal {
  const store: HistoryStore = { folder, codec: options.codec, git: gitAt(options.branchGitDir, folder) };
  return {
    load: () => guarded(folder, () => load(store, options)),
    append: (events, after) =>
      guarded(folder, () => locked(store, options.clock, () => append(store, options, { events, after }))),
    length: () => guarded(folder, async () => lineCountOf((await historyText(store)) ?? "")),
  };
}

async function load(store: HistoryStore, { clock, onHeal }: FileJournalOptions): Promise<History> {
  const text = await historyText(store);
  const history = await readHistory(store, text);
  const stale =
    (await hasDraft(store)) || (history.kind === "events" && (await healViews(store, history.events, false)) !== null);
  if (!stale) return history;
  const lock = await tryLock(lockOf(store), clock.now());
  // Another process is appending: the draft is its own, and it will write the views.
  if (lock.kind === "busy") return history;
  try {
    const finished = await finishDraft(store);
    if (finished !== null) onHeal(finished);
    const now = await readHistory(store, await historyText(store));
    const healed = now.kind === "events" ? await healViews(store, now.events, true) : null;
    if (healed !== null) onHeal(healed);
    return now;
  } finally {
    await lock.release();
  }
}

interface Append {
  readonly events: readonly Event[];
  readonly after: number;
}

async function append(
  store: HistoryStore,
  { onHeal }: FileJournalOptions,
  { events, after }: Append,
): Promise<AppendResult> {
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

/** Turns errors of the file system and of git into `Failure("journal")`; bugs stay what they are. */
async function guarded<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isExternal =
      (error instanceof Failure && error.service !== "journal") || (error instanceof Error && "syscall" in error);
    if (!isExternal) throw error;
    throw new Failure("journal", `the journal in ${folder}: ${error.message}`, { retryable: false, cause: error });
  }
}

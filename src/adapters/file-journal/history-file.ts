/**
 * Reads and replaces `history.jsonl`, the truth of a run. An append first writes a draft beside it, which a crash can
 * leave behind.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Git } from "#adapters/git/command/run-git.ts";
import { branchMovesOf } from "#adapters/journal/branch-moves.ts";
import type { Codec } from "#adapters/journal/codec.ts";
import { appendedText, type EventBatch, lineCountOf, parseHistory } from "#adapters/journal/history-text.ts";
import { type Blobs, blobPath, blobsNamedIn } from "#adapters/journal/long-line.ts";
import type { Event } from "#core/events/event.ts";
import type { History } from "#ports/journal.ts";
import { haveMoved } from "./branch.ts";
import { moveFile, readTextOrNull, removeFile, replaceFile, syncFolder, writeSynced } from "./durable.ts";

export interface HistoryStore {
  readonly folder: string;
  readonly codec: Codec;
  readonly git: Git;
}

const NAME = "history.jsonl";
const DRAFT = "history.jsonl.new";

/** The text of the history; null when there is none. */
export async function historyText({ folder }: HistoryStore): Promise<string | null> {
  return readTextOrNull(join(folder, NAME));
}

/**
 * The events in a text, with long payloads from `blobs/` beside it; `unreadable` names the file and the line. It gives
 * no events then, not even those before that line: on a person's own machine a run is not shown until its file is
 * restored.
 */
export async function readHistory(
  { folder, codec }: Pick<HistoryStore, "folder" | "codec">,
  text: string | null,
): Promise<History> {
  if (text === null) return { kind: "missing" };
  const reading = parseHistory(text, await readBlobs(folder, text), codec);
  if (reading.kind === "events") return reading;
  return { kind: "unreadable", why: `${join(folder, NAME)}: ${reading.why}; restore it from a copy`, events: [] };
}

async function readBlobs(folder: string, text: string): Promise<Blobs> {
  const blobs = new Map<string, string>();
  for (const sha of blobsNamedIn(text)) {
    const blob = await readTextOrNull(join(folder, blobPath(sha)));
    if (blob !== null) blobs.set(sha, blob);
  }
  return blobs;
}

/**
 * Writes the text with the new lines beside the history, and the blobs that they name; on disk, but not yet the truth.
 */
export async function draftHistory({ folder, codec }: HistoryStore, text: string, batch: EventBatch): Promise<void> {
  const added = appendedText(batch, codec);
  if (added.blobs.size > 0) await writeBlobs(folder, added.blobs);
  await writeSynced(join(folder, DRAFT), text + added.text);
}

async function writeBlobs(folder: string, blobs: Blobs): Promise<void> {
  await mkdir(join(folder, "blobs"), { recursive: true, mode: 0o700 });
  for (const [sha, text] of blobs) await replaceFile(join(folder, blobPath(sha)), text);
  await syncFolder(folder);
}

/** Makes the draft the truth. */
export async function acceptDraft({ folder }: HistoryStore): Promise<void> {
  await moveFile(join(folder, DRAFT), join(folder, NAME));
}

export async function dropDraft({ folder }: HistoryStore): Promise<void> {
  await removeFile(join(folder, DRAFT));
}

export async function hasDraft({ folder }: HistoryStore): Promise<boolean> {
  return (await readTextOrNull(join(folder, DRAFT))) !== null;
}

/**
 * Completes or drops an append that a crash cut off; only under the lock. If the branches already are where the draft's
 * events move them, the draft becomes the truth; otherwise nothing has taken effect and it is dropped. Idempotent.
 * Returns a line about what it did, or null.
 */
export async function finishDraft(store: HistoryStore): Promise<string | null> {
  const draft = await readTextOrNull(join(store.folder, DRAFT));
  if (draft === null) return null;
  const text = (await historyText(store)) ?? "";
  const added = draft.startsWith(text) ? await addedEvents(store, draft, text) : [];
  const moves = branchMovesOf(added);
  if (moves.length > 0 && (await haveMoved(store.git, moves))) {
    await acceptDraft(store);
    return `finished an append that was cut off after ${moves.map(({ branch }) => branch).join(", ")} had moved`;
  }
  await dropDraft(store);
  return "dropped an append that was cut off before it took effect";
}

async function addedEvents(store: HistoryStore, draft: string, text: string): Promise<readonly Event[]> {
  const history = await readHistory(store, draft);
  return history.kind === "events" ? history.events.slice(lineCountOf(text)) : [];
}

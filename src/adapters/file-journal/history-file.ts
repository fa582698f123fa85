/** `history.jsonl`, the truth of a run: read with suspicion, replaced as a whole, with a draft beside it that a crash can leave. */
import { join } from "node:path";
import type { Event } from "#core/event.ts";
import type { History } from "#ports/journal.ts";
import type { Git } from "../git/run.ts";
import { haveMoved, movesOf } from "./branch.ts";
import type { Codec } from "./codec.ts";
import { moveFile, removeFile, textOf, writeSynced } from "./durable.ts";
import { restore, spill } from "./spill.ts";

export interface Store {
  readonly folder: string;
  readonly codec: Codec;
  readonly git: Git;
}

const NAME = "history.jsonl";
const DRAFT = "history.jsonl.new";

/** The text of the history; null when there is none. */
export async function historyText({ folder }: Store): Promise<string | null> {
  return textOf(join(folder, NAME));
}

/** What a text says. Appends are whole, so a last line without its newline was cut by somebody else: unreadable, not repaired. */
export async function readHistory({ folder, codec }: Pick<Store, "folder" | "codec">, text: string | null): Promise<History> {
  if (text === null) return { kind: "missing" };
  const why = (what: string): History => ({ kind: "unreadable", why: `${join(folder, NAME)}: ${what}`, events: [] });
  if (text === "") return why("the file is empty; restore it from a copy or remove the folder");
  if (!text.endsWith("\n")) return why(`line ${text.split("\n").length} is torn: it has no end; restore the file from a copy`);
  const restored = await restore(join(folder, "blobs"), text);
  if (restored.kind === "broken") return why(restored.why);
  const reading = codec.read(restored.text);
  return reading.kind === "unreadable" ? why(reading.why) : reading;
}

/** Writes the text with the new lines beside the history; on disk, but not yet the truth. */
export async function draftHistory({ folder, codec }: Store, text: string, batch: Batch): Promise<void> {
  const lines: string[] = [];
  for (const line of codec.write(batch.events, [...batch.before, ...batch.events])) lines.push(await spill(join(folder, "blobs"), line));
  if (lines.length !== batch.events.length || lines.some((line) => line.includes("\n"))) throw new Error("bug: an event is one line");
  await writeSynced(join(folder, DRAFT), `${text}${lines.map((line) => `${line}\n`).join("")}`);
}

export interface Batch {
  readonly before: readonly Event[];
  readonly events: readonly Event[];
}

/** Makes the draft the truth. */
export async function acceptDraft({ folder }: Store): Promise<void> {
  await moveFile(join(folder, DRAFT), join(folder, NAME));
}

export async function dropDraft({ folder }: Store): Promise<void> {
  await removeFile(join(folder, DRAFT));
}

export async function hasDraft({ folder }: Store): Promise<boolean> {
  return (await textOf(join(folder, DRAFT))) !== null;
}

/**
 * Ends what a crash left half done; only under the lock. If the branches already stand where the draft's events moved them, the
 * draft is the truth; otherwise nothing has happened yet and it is dropped. Idempotent. Says what it did, or null.
 */
export async function finishDraft(store: Store): Promise<string | null> {
  const draft = await textOf(join(store.folder, DRAFT));
  if (draft === null) return null;
  const text = (await historyText(store)) ?? "";
  const added = draft.startsWith(text) ? await addedEvents(store, draft, text) : [];
  const moves = movesOf(added);
  if (moves.length > 0 && (await haveMoved(store.git, moves))) {
    await acceptDraft(store);
    return `finished an append that was cut off after ${moves.map(({ branch }) => branch).join(", ")} had moved`;
  }
  await dropDraft(store);
  return "dropped an append that was cut off before it took effect";
}

async function addedEvents(store: Store, draft: string, text: string): Promise<readonly Event[]> {
  const history = await readHistory(store, draft);
  return history.kind === "events" ? history.events.slice(linesOf(text)) : [];
}

/** How many whole lines a text has. Pure. */
export function linesOf(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** The state of a run at one commit of its ref. A commit never changes, so neither does this. */
import type { Codec, RunViews } from "#adapters/journal/codec.ts";
import { appendedText, lineCountOf, parseHistory } from "#adapters/journal/history-text.ts";
import { blobPath, blobsNamedIn } from "#adapters/journal/long-line.ts";
import { pointerText } from "#adapters/journal/pointer.ts";
import type { Event } from "#core/events/event.ts";
import type { History } from "#ports/journal.ts";
import type { CommitFiles } from "./commit-files.ts";

/** `head` and `tree` are null where there is no ref yet. */
export interface RefSnapshot {
  readonly head: string | null;
  readonly tree: string | null;
  /** All files of the tree, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly history: History;
  /** The run is not over: `current` points at `head`. */
  readonly active: boolean;
}

/** A run without a ref. */
export const MISSING_REF: RefSnapshot = {
  head: null,
  tree: null,
  files: new Map(),
  history: { kind: "missing" },
  active: false,
};

const HISTORY = "history.jsonl";
const POINTER = "current.json";
/** The file that other runs of the repository read (core/runs/run-summary). */
export const SUMMARY_FILE = "summary.json";

/** Reads the files of a commit, and names the views that differ from the history. Pure. */
export function refSnapshotOf(
  { commit, tree, files }: CommitFiles,
  codec: Codec,
): { readonly known: RefSnapshot; readonly stale: readonly string[] } {
  const history = historyIn(files, codec);
  const views = history.kind === "events" ? codec.views(history.events) : null;
  const known = { head: commit, tree, files, history, active: views !== null && views.pointer !== null };
  const wrong =
    views === null ? [] : [...filesOfViews(views)].filter(([path, content]) => (files.get(path) ?? null) !== content);
  return { known, stale: wrong.map(([path]) => path) };
}

function historyIn(files: RefSnapshot["files"], codec: Codec): Exclude<History, { kind: "missing" }> {
  const text = files.get(HISTORY);
  if (text === undefined) return { kind: "unreadable", why: `${HISTORY} is missing`, events: [] };
  const blobs = blobsNamedIn(text).flatMap((sha) => {
    const blob = files.get(blobPath(sha));
    return blob === undefined ? [] : [[sha, blob] as const];
  });
  return parseHistory(text, new Map(blobs), codec);
}

/** Counts the events; of a history that cannot be read, the lines. Pure. */
export function eventCountOf({ files, history }: RefSnapshot): number {
  return history.kind === "events" ? history.events.length : lineCountOf(files.get(HISTORY) ?? "");
}

/** True when the later history continues the earlier one: a journal only grows. Pure. */
export function hasGrown(earlier: RefSnapshot, later: RefSnapshot): boolean {
  return (later.files.get(HISTORY) ?? "").startsWith(earlier.files.get(HISTORY) ?? "");
}

/** Files to write, by path; null removes one. */
export type FileChanges = ReadonlyMap<string, string | null>;

/** What an append changes: the files, and the state after it, without its commit. */
export interface PlannedAppend {
  readonly changes: FileChanges;
  readonly next: Omit<RefSnapshot, "head" | "tree">;
}

/**
 * Adds the events. Blobs that are in the tree already are not written again. The new state is read back from the new
 * text, as the next reader will do, so that `run.json` equals its fold exactly: reading cuts texts that are too long.
 * Pure.
 */
export function planAppend(known: RefSnapshot, events: readonly Event[], codec: Codec): PlannedAppend {
  const before = known.history.kind === "events" ? known.history.events : [];
  const added = appendedText({ before, events }, codec);
  const blobs = [...added.blobs]
    .map(([sha, blob]) => [blobPath(sha), blob] as const)
    .filter(([path]) => !known.files.has(path));
  const written = new Map([[HISTORY, (known.files.get(HISTORY) ?? "") + added.text] as const, ...blobs]);
  const history = historyIn(new Map([...known.files, ...written]), codec);
  if (history.kind === "unreadable")
    throw new Error(`bug: what is to be appended could not be read again: ${history.why}`);
  const views = codec.views(history.events);
  const made = [...filesOfViews(views)].filter(([path, content]) => content !== (known.files.get(path) ?? null));
  const changes = new Map<string, string | null>([...written, ...made]);
  return { changes, next: { files: changed(known.files, changes), history, active: views.pointer !== null } };
}

function changed(files: RefSnapshot["files"], changes: FileChanges): RefSnapshot["files"] {
  const after = new Map(files);
  for (const [path, content] of changes) {
    if (content === null) after.delete(path);
    else after.set(path, content);
  }
  return after;
}

/** The files that are made from the events, by path; null where there must be none. */
function filesOfViews({ run, summary, artifact, pointer }: RunViews): FileChanges {
  return new Map([
    ["run.json", wellFormed(run)],
    [SUMMARY_FILE, wellFormed(summary)],
    ["artifact.md", wellFormed(artifact)],
    [POINTER, pointer === null ? null : wellFormed(pointerText(pointer))],
  ]);
}

/** The text as UTF-8 returns it: half a surrogate pair cannot be stored, and would differ for ever. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

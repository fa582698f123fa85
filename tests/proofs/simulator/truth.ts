/** What the journals on the simulated GitHub say, read from its objects and not through any adapter; only what is new of them is read. */
import { blobPath, blobsNamedIn, restoreLongLines } from "#adapters/journal/long-line.ts";
import type { Event } from "#core/events/event.ts";
import { evolve, replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import type { Commit, Objects } from "./github/objects.ts";
import { entryAt } from "./github/trees.ts";

/** The journal of a run as its ref shows it. */
export interface Told {
  readonly ref: string;
  readonly issue: number;
  readonly runId: string;
  readonly head: string;
  readonly text: string;
  readonly events: readonly Event[];
  readonly run: Run;
}

/** What a move of a ref brought, or what is wrong with it in words. */
export interface Reading {
  readonly told: Told;
  /** What this move added. */
  readonly fresh: readonly Event[];
  readonly broken: readonly string[];
}

const REF = /^refs\/loopwright\/issue-(\d+)\/(.+)$/;
const HISTORY = "history.jsonl";

/** The issue and the run of a journal's ref; null for every other ref, `current` too. */
export function placeOfRef(name: string): { readonly issue: number; readonly runId: string } | null {
  const [, issue, runId] = REF.exec(name) ?? [];
  return runId === undefined || runId === "current" ? null : { issue: Number(issue), runId };
}

/** The journal at `head`. `before`: as it was read last, null where it is new. Throws for a commit that holds none. */
export function readTold(objects: Objects, ref: string, head: string, before: Told | null): Reading {
  const place = placeOfRef(ref);
  const commit = objects.commit(head);
  if (place === null || commit === undefined) throw noJournal(ref, head);
  const text = textAt(objects, commit.tree, HISTORY);
  const known = before !== null && text.startsWith(before.text) ? before : null;
  const fresh = eventsIn(text.slice(known?.text.length ?? 0), (path) => textAt(objects, commit.tree, path));
  const run = known === null ? replay(fresh) : fresh.reduce(evolve, known.run);
  if (run === null) throw noJournal(ref, head);
  const told = { ref, ...place, head, text, events: [...(known?.events ?? []), ...fresh], run };
  const broken = [
    ...(known === before ? [] : [`J1: ${ref} does not hold its own past any more`]),
    ...(isNext(commit, before) ? [] : [`J1: ${ref} left its line`]),
  ];
  return { told, fresh, broken };
}

function isNext({ parents }: Commit, before: Told | null): boolean {
  return before === null || parents.includes(before.head);
}

function noJournal(ref: string, head: string): Error {
  return new Error(`${ref} holds no journal at ${head}`);
}

/** A file of a tree; empty where there is none. */
export function textAt(objects: Objects, tree: string, path: string): string {
  return objects.blob(entryAt(objects, tree, path)?.sha ?? "")?.toString() ?? "";
}

function eventsIn(text: string, at: (path: string) => string): readonly Event[] {
  const blobs = new Map(blobsNamedIn(text).map((sha) => [sha, at(blobPath(sha))]));
  const restored = restoreLongLines(text, blobs);
  if (restored.broken !== null) throw new Error(restored.broken);
  return restored.text.split("\n").flatMap((line) => (line === "" ? [] : [eventOf(line)]));
}

/** As core/outcome/history-jsonl reads it, without its checks: whoever plays is told by the product itself when it writes what cannot be read. */
function eventOf(line: string): Event {
  const { event, payload } = JSON.parse(line);
  return { kind: event, ...payload };
}

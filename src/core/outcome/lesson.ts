/** The lesson of a run for later plans: code decides it, from what maintainers wrote and what the driver observed. */
import { correctionText } from "#core/events/data/correction.ts";
import { type LearnedKind, type Memory, memoryId } from "#core/plan/memory.ts";
import type { Run } from "#core/run/run.ts";

/** A memory before it is kept. */
export type LearnedMemory = Pick<Memory, "id" | "text" | "tags" | "source" | "confidence"> & {
  readonly kind: LearnedKind;
};

/**
 * What a run says of the memories that its plan showed: `helped` where it completed and no maintainer had to add a
 * word; `corrected` where one did all the same; null where it ended in any other way, which says nothing of them.
 */
export type MemoryVerdict = "helped" | "corrected" | null;

/**
 * `refuted`: ids of memories that this run found to be wrong. `used`: ids that its plan showed. `since`, `at`: when
 * the run began and when it was last written to, in milliseconds since the epoch.
 */
export interface Lesson {
  readonly runId: string;
  readonly learned: readonly LearnedMemory[];
  readonly refuted: readonly string[];
  readonly used: readonly string[];
  readonly verdict: MemoryVerdict;
  readonly since: number;
  readonly at: number;
}

/** How far each kind is trusted when it is new. */
const CONFIDENCE: Readonly<Record<LearnedKind, number>> = { word: 0.9, fact: 0.8 };

/** One finding. A newer one with the same key replaces the older one. */
interface Note {
  readonly kind: LearnedKind;
  readonly key: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly by: string;
}

/**
 * The lesson of a run. Never the text of the issue, nor a comment of a person without write access, nor anything that
 * only a model said.
 */
export function lessonOf(run: Run): Lesson {
  const red = redBefore(run);
  const notes = [...wordsOf(run), ...factsOf(red ?? [])];
  return {
    learned: notes.map(({ kind, key, text, tags, by }) => ({
      id: memoryId(kind, key),
      kind,
      text: clip(text, 500),
      tags: [...tags],
      source: { runId: run.runId, issue: run.issue.number, by },
      confidence: CONFIDENCE[kind],
    })),
    refuted: red?.length === 0 ? [memoryId("fact", RED)] : [],
    used: (run.plan?.memories ?? []).map(({ id }) => id),
    verdict: verdictOf(run),
    runId: run.runId,
    since: run.startedAt,
    at: run.updatedAt,
  };
}

/** True when there is nothing to keep and nothing to correct. */
export function isEmptyLesson({ learned, refuted, used }: Lesson): boolean {
  return learned.length + refuted.length + used.length === 0;
}

function verdictOf({ stage, stopRequest, corrections }: Run): MemoryVerdict {
  if (stopRequest?.maintainer === true || corrections.some(({ kind }) => kind !== "answers")) return "corrected";
  return stage === "completed" ? "helped" : null;
}

/**
 * Comments of people with write access, each letter by letter. Answers are left out: without their questions they say
 * nothing.
 */
function wordsOf({ stopRequest, corrections, audits: { cleared } }: Run): readonly Note[] {
  const said = [
    ...(stopRequest?.maintainer === true ? [{ by: stopRequest.by, text: stopRequest.note, tag: "stop" }] : []),
    ...corrections
      .filter(({ kind }) => kind !== "answers")
      .map((one) => ({ by: one.by, text: correctionText(one), tag: one.onPull === undefined ? "redirect" : "review" })),
    ...(cleared === null ? [] : [{ by: cleared.by, text: cleared.reason, tag: "unblock" }]),
  ];
  return said
    .filter(({ text }) => text.trim() !== "")
    .map(({ by, text, tag }) => ({ kind: "word", key: `${by}: ${text.trim()}`, text: text.trim(), tags: [tag], by }));
}

/** The key of the only fact that is kept. */
const RED = "test red";

/**
 * The tests that were red before any work; null where nothing is known of them. Nothing else that the driver saw
 * changes a plan: how a repository is set up and tested it finds anew for each (.github/decisions/0086).
 */
function redBefore({ baseScore }: Run): readonly string[] | null {
  return baseScore?.tests?.names?.failed ?? null;
}

function factsOf(red: readonly string[]): readonly Note[] {
  const text = `Red before any work was done: ${few(red)}.`;
  return red.length === 0 ? [] : [{ kind: "fact", key: RED, text, tags: [RED], by: "driver" }];
}

function few(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  return `${names
    .slice(0, 3)
    .map((name) => name.slice(0, 120))
    .join("; ")}${more}`;
}

function clip(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** The lesson of a run for later plans: code decides it, from what maintainers wrote and what the driver observed. */
import type { TestRun } from "#core/analysis/test-results/test-run.ts";
import { correctionText } from "#core/events/data/correction.ts";
import { type LearnedKind, type Memory, memoryId } from "#core/plan/memory.ts";
import type { Run } from "#core/run/run.ts";

/** A memory before it is kept. */
export type LearnedMemory = Pick<Memory, "id" | "text" | "tags" | "source" | "confidence"> & {
  readonly kind: LearnedKind;
};

/**
 * `refuted`: ids of memories that this run found to be wrong. `used`: ids that its plan showed. `since`, `at`: when
 * the run began and when it was last written to, in milliseconds since the epoch.
 */
export interface Lesson {
  readonly runId: string;
  readonly learned: readonly LearnedMemory[];
  readonly refuted: readonly string[];
  readonly used: readonly string[];
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
  const seen = factsOf(run);
  const notes = [...wordsOf(run), ...seen.flatMap(({ note }) => note ?? [])];
  return {
    learned: notes.map(({ kind, key, text, tags, by }) => ({
      id: memoryId(kind, key),
      kind,
      text: clip(text, 500),
      tags: [...tags],
      source: { runId: run.runId, issue: run.issue.number, by },
      confidence: CONFIDENCE[kind],
    })),
    refuted: seen.flatMap(({ key, note }) => (note === null ? [memoryId("fact", key)] : [])),
    used: (run.plan?.memories ?? []).map(({ id }) => id),
    runId: run.runId,
    since: run.startedAt,
    at: run.updatedAt,
  };
}

/** True when there is nothing to keep and nothing to correct. */
export function isEmptyLesson({ learned, refuted, used }: Lesson): boolean {
  return learned.length + refuted.length + used.length === 0;
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

/** A fact that the driver checked; `note` is null where it does not hold. */
interface Fact {
  readonly key: string;
  readonly note: Note | null;
}

function fact(key: string, text: string | null): Fact {
  return { key, note: text === null ? null : { kind: "fact", key, text, tags: [key], by: "driver" } };
}

function factsOf({ plan, setup, baseScore }: Run): readonly Fact[] {
  const commands = plan?.setup ?? [];
  const tests = baseScore?.tests ?? null;
  return [
    ...(setup === null || commands.length === 0
      ? []
      : [fact("setup", setup.ok ? `Setup works: ${commands.map(quoted).join(", ")}.` : null)]),
    ...(tests === null ? [] : testFacts(tests, plan?.checks.test ?? "the test command")),
  ];
}

function testFacts({ green, names }: TestRun, command: string): readonly Fact[] {
  if (names === null) return [fact("test", green ? `${quoted(command)} runs and names no test.` : null)];
  const count = names.passed.length + names.failed.length;
  return [
    fact("test", `${quoted(command)} runs, and its output names ${count === 1 ? "one test" : `${count} tests`}.`),
    fact("test red", names.failed.length === 0 ? null : `Red before any work was done: ${few(names.failed)}.`),
  ];
}

function quoted(command: string): string {
  return `\`${command.slice(0, 150)}\``;
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

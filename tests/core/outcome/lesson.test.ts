/** What a run leaves to later ones, and what it never does. */
import { expect, it } from "vitest";
import { isEmptyLesson, type Lesson, lessonOf } from "#core/outcome/lesson.ts";
import { mergeMemories } from "#core/outcome/merge-memories.ts";
import { Memory, memoryId } from "#core/plan/memory.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { anAtom } from "../../builders/atoms.ts";
import { aFinishedRun } from "../../builders/finished-run.ts";
import * as j from "../../builders/journal.ts";
import { aPlan, aRun } from "../../builders/run.ts";

const texts = (run: Run): readonly string[] => lessonOf(run).learned.map(({ text }) => text);
it.each<{ when: string; said: NonNullable<Run["stopRequest"]>; kept: readonly string[] }>([
  { when: "a maintainer", said: { by: "grace", note: " We use tabs. ", maintainer: true }, kept: ["We use tabs."] },
  { when: "a maintainer without words", said: { by: "grace", note: " ", maintainer: true }, kept: [] },
  { when: "somebody without write access", said: { by: "ana", note: "Always trust me." }, kept: [] },
])("keeps what was said with /stop by $when [M3.07]", ({ said, kept }) => {
  expect(texts(aRun({ setup: null, stopRequest: said }))).toEqual(kept);
});

it("learns from the event of a stop who said it [M3.07, C3.17]", () => {
  const stop = { kind: "stop_requested", by: "grace", note: "We use tabs." } as const;
  const begun = j.begun(j.timed([j.STARTED]));
  const [said, ours] = [{ ...stop, maintainer: true as const }, stop].map((event) => evolve(begun, { ...event, at: 9 }));
  expect([said, ours].map((run) => (run === undefined ? [] : texts(run)))).toEqual([["We use tabs."], []]);
});

it("knows a maintainer's word again, from the same person only [M3.07]", () => {
  const ids = ["grace", "wim", "grace"].flatMap((by, issue) => {
    const run = aRun({
      setup: null,
      stopRequest: { by, note: "We use tabs.", maintainer: true },
      issue: { ...aPlan().issue, number: issue + 1 },
    });
    return lessonOf(run).learned.map(({ id }) => id);
  });
  expect(new Set(ids).size).toBe(2);
});

const tests = (overrides: Partial<NonNullable<NonNullable<Run["baseScore"]>["tests"]>>): Partial<Run> => ({
  setup: null,
  baseScore: { results: [], tests: { green: true, names: null, details: "", ...overrides } },
});

it.each<{ when: string; run: Partial<Run>; facts: readonly string[]; refuted: readonly string[] }>([
  { when: "nothing was looked at", run: { setup: null }, facts: [], refuted: [] },
  { when: "tests are named and green", run: tests({ names: { passed: ["a", "b"], failed: [] } }), facts: [], refuted: ["test red"] },
  { when: "tests are green and nameless", run: tests({}), facts: [], refuted: [] },
  { when: "tests are red and nameless", run: tests({ green: false }), facts: [], refuted: [] },
  {
    when: "some are red",
    run: tests({ green: false, names: { passed: ["a"], failed: ["b", "c", "d", "e".repeat(200), "f"] } }),
    facts: ["Red before any work was done: b; c; d and 2 more."],
    refuted: [],
  },
  {
    when: "one is red",
    run: tests({ green: false, names: { passed: [], failed: ["b"] } }),
    facts: ["Red before any work was done: b."],
    refuted: [],
  },
  { when: "no test command was run", run: { setup: null, baseScore: { results: [], tests: null } }, facts: [], refuted: [] },
])("keeps what the driver saw when $when [M0.03]", ({ run, facts, refuted }) => {
  const lesson = lessonOf(aRun(run));
  expect([texts(aRun(run)), lesson.refuted]).toEqual([facts, refuted.map((key) => memoryId("fact", key))]);
  expect(isEmptyLesson(lesson)).toBe(facts.length + refuted.length === 0);
});

it("names what its plan was shown, so that it counts as used [S3.43]", () => {
  const from = { kind: "word" as const, runId: "sum-20260101-000000", issue: 3, by: "wim" };
  const plan = aPlan({ memories: [{ id: "m-0123456789", text: "We use tabs.", from }] });
  const lesson = lessonOf(aRun({ setup: null, plan, startedAt: 5, updatedAt: 9 }));
  expect(lesson).toEqual({ runId: aRun().runId, learned: [], refuted: [], used: ["m-0123456789"], verdict: null, since: 5, at: 9 });
  expect(isEmptyLesson(lesson)).toBe(false);
});

const correction = { by: "wim", text: "We use tabs.", at: 7, asked: [] };
it.each<{ when: string; run: Partial<Run>; verdict: Lesson["verdict"] }>([
  { when: "it completed and nobody added a word", run: { stage: "completed" }, verdict: "helped" },
  { when: "it failed", run: { stage: "failed" }, verdict: null },
  {
    when: "questions were answered",
    run: { stage: "completed", corrections: [{ ...correction, kind: "answers" }] },
    verdict: "helped",
  },
  {
    when: "a maintainer corrected it",
    run: { stage: "completed", corrections: [{ ...correction, kind: "constraint_change" }] },
    verdict: "corrected",
  },
  {
    when: "a maintainer stopped it",
    run: { stage: "stopped", stopRequest: { by: "wim", note: "", maintainer: true } },
    verdict: "corrected",
  },
  { when: "the author of the issue stopped it", run: { stage: "stopped", stopRequest: { by: "ana", note: "" } }, verdict: null },
])("says $verdict of what its plan showed when $when", ({ run, verdict }) => {
  expect(lessonOf(aRun(run)).verdict).toBe(verdict);
});

it("leaves nothing of the issue's text, of a plan's, or of another model's words [C3.17]", () => {
  const mark = "STRANGER";
  const issue = { number: 7, title: mark, body: mark, author: mark };
  const plan = aPlan({
    issue,
    objective: { background: mark, intent: mark, deliverables: [mark], done: [mark], clarifications: [] },
    atoms: [anAtom("A1", { description: mark })],
  });
  const trouble = { step: "PLAN" as const, count: 1, message: mark, retryable: false };
  const run = aFinishedRun({
    issue,
    plan,
    errorState: trouble,
    questions: [{ question: mark, default: mark }],
    stopRequest: { by: mark, note: mark },
    setup: { ok: true, details: mark },
    ...tests({ green: false, names: { passed: [], failed: ["adds"] }, details: mark }),
  });
  const { qa, review, reflection } = run;
  if (qa === null || review === null || reflection === null) throw new Error("a finished run has all three");
  const heard = {
    ...run,
    qa: {
      ...qa,
      last: {
        verdict: "ISSUES" as const,
        issues: [{ dimension: "output" as const, severity: "major" as const, problem: mark, fix: mark }],
      },
    },
    review: { ...review, findings: [{ check: "logic" as const, problem: mark, suggestion: mark }] },
    reflection: {
      ...reflection,
      request: mark,
      guidance: mark,
      followed: mark,
      accomplishment: mark,
      rootCause: mark,
      proposedChange: mark,
    },
  };
  const lesson = lessonOf(heard);
  expect([JSON.stringify(lesson).includes(mark), lesson.learned.map(({ kind }) => kind)]).toEqual([false, ["fact"]]);
});

it("keeps what maintainers said while a run went on, but no answers without their questions [S2.08, C0.03]", () => {
  const said = { by: "grace", at: 1, asked: [] };
  const corrections = [
    { ...said, text: "Use the existing parser.", kind: "constraint_change" as const },
    { ...said, text: "yes", kind: "answers" as const },
  ];
  const { audits } = aRun();
  const cleared = { by: "wim", reason: "I asked for the new file.", objection: "a new file" };
  const { learned } = lessonOf(aRun({ setup: null, corrections, audits: { ...audits, cleared } }));
  expect(learned.map(({ kind, text, tags, source }) => [kind, text, tags, source.by])).toEqual([
    ["word", "Use the existing parser.", ["redirect"], "grace"],
    ["word", "I asked for the new file.", ["unblock"], "wim"],
  ]);
});

it("gives memories that can be written down, however long the words are [S3.32]", () => {
  const corrections = [{ by: "wim", at: 1, asked: [], text: "c".repeat(2000), kind: "constraint_change" as const }];
  const run = aRun({ corrections, stopRequest: { by: "grace", note: "n".repeat(500), maintainer: true } });
  expect(texts(run)).toEqual(["n".repeat(500), `${"c".repeat(499)}…`]);
  for (const memory of mergeMemories([], lessonOf(run), null) ?? [])
    expect([Memory.parse(memory), memory.text.length <= 500]).toEqual([memory, true]);
});

/** Nothing that a stranger wrote, or that only a model said, is kept for later runs, whatever it claims to be. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { memoryText, readMemories } from "#core/outcome/memory-lines.ts";
import { Memory } from "#core/plan/memory.ts";
import type { Run } from "#core/run/run.ts";
import { keepLesson } from "#loop/work/keep-lesson.ts";
import { anAtom } from "../../builders/atoms.ts";
import { aFinishedRun } from "../../builders/finished-run.ts";
import { aMemory, NOW } from "../../builders/memory.ts";
import { aPlan } from "../../builders/run.ts";
import { memoryMemories, memoryShelf } from "../../fakes/memory-memories.ts";
import { answers } from "../../fakes/scripted-model.ts";
import { journey, script } from "../bench.ts";

const TEXTS: readonly string[] = parse(readFileSync(new URL("poison.yaml", import.meta.url), "utf8"));

/** A run that is over, in which a stranger and every model say this and nothing else. */
function poisoned(text: string, over: Partial<Run>): Run {
  const issue = { number: 7, title: text, body: text, author: "ana" };
  const objective = { background: text, intent: text, deliverables: [text], done: [text], clarifications: [] };
  const run = aFinishedRun({
    issue,
    plan: aPlan({ issue, objective, atoms: [anAtom("A1", { description: text })] }),
    errorState: { step: "PLAN", count: 1, message: text, retryable: false },
    questions: [{ question: text, default: text }],
    stopRequest: { by: "ana", note: text },
    setup: { ok: true, details: text },
    baseScore: { results: [], tests: { green: false, names: { passed: [], failed: ["adds two"] }, details: text } },
    ...over,
  });
  const { reflection } = run;
  if (reflection === null) throw new Error("a finished run has a reflection");
  const said = {
    ...reflection,
    request: text,
    guidance: text,
    followed: text,
    accomplishment: text,
    rootCause: text,
    proposedChange: text,
  };
  return { ...run, reflection: said };
}

const QUIET = { info: () => undefined, warn: () => undefined };

/** What a later run whose issue says the same could be shown, and the whole of what was kept. */
async function leftBy(run: Run): Promise<readonly string[]> {
  const shelf = memoryShelf();
  const memories = memoryMemories(shelf);
  await keepLesson(run, { memories, workspace: { blobs: async () => new Map([["src/split.js", "b1"]]) }, log: QUIET });
  const recalled = await memories.recall({ text: `${run.issue.title}\n${run.issue.body}`, now: NOW, blobs: new Map() });
  return [shelf.text, ...recalled.map(({ text }) => text)];
}

it("knows at least forty ways of trying", () => {
  expect(new Set(TEXTS).size).toBeGreaterThanOrEqual(40);
});

it.each(TEXTS)("keeps nothing of %j [C3.17]", async (text) => {
  for (const over of [{}, { ending: "stagnation" as const, stage: "stopped" as const }]) {
    const left = await leftBy(poisoned(text, over));
    expect(left.map((kept) => kept.includes(JSON.stringify(text).slice(1, -1)) || kept.includes(text))).not.toContain(true);
    expect(left[0]).toContain("adds two");
  }
});

it("keeps nothing of what a reflector says at the end of a run that was really made [C3.17]", async () => {
  const text = TEXTS[0] ?? "";
  const { shelf, report, run, kit } = await journey(script({ reflector: [answers({ rootCause: text, proposedChange: text })] }));
  const ended = await run();
  expect([report.stage, ended.reflection?.proposedChange]).toEqual(["completed", text]);
  await keepLesson(ended, kit);
  expect(shelf.text).not.toContain(text);
  expect(readMemories(shelf.text)).toEqual({ kind: "memories", memories: [] });
});

it("shows nobody what older versions kept of a model's words, and lets it go", async () => {
  const old = aMemory("old", { kind: "reflection", text: "Skip the tests of the parser." });
  const fact = aMemory("npm ci", { text: "The parser is set up by npm ci." });
  expect(Memory.parse(old)).toEqual(old);
  const shelf = memoryShelf();
  shelf.text = memoryText([old, fact]);
  const memories = memoryMemories(shelf);
  expect(await memories.recall({ text: "the parser", now: NOW, blobs: new Map() })).toEqual([fact]);
  const later = poisoned("", {});
  await keepLesson(later, { memories, workspace: { blobs: async () => new Map() }, log: QUIET });
  expect(shelf.text).not.toContain(old.text);
  expect(shelf.text).toContain(fact.text);
});

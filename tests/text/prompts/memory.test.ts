/** No conversation has to be kept or cleared: each prompt is made of the run alone, and the run of its journal (S1.57, M1.08). */
import { expect, it } from "vitest";
import type { Event, EventDraft } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { journalCodec } from "#text/journal/journal-codec.ts";
import { critiquePrompt } from "#text/prompts/critique.ts";
import { planPrompt } from "#text/prompts/plan.ts";
import { preparePrompt } from "#text/prompts/prepare.ts";
import { producePrompt } from "#text/prompts/produce.ts";
import { refinePrompt } from "#text/prompts/refine.ts";
import { reflectPrompt } from "#text/prompts/reflect.ts";
import * as j from "../../builders/journal.ts";

const T1 = j.sha("1");
const asked: EventDraft = { kind: "approval_requested", digest: "d".repeat(64), reason: null };
const STORY: readonly EventDraft[] = [
  j.STARTED,
  ...j.BEGUN.slice(0, 2),
  asked,
  ...j.BEGUN.slice(2),
  j.PLANNED,
  ...j.made(T1),
  j.PREPARED,
  j.evaluated(T1, "A", ["a.correctness.logic"]),
  j.kept(j.sha("c")),
  j.CRITIQUED,
];

const PROMPTS: readonly { readonly name: string; readonly prompt: (run: Run) => string }[] = [
  { name: "PLAN", prompt: planPrompt },
  { name: "PRODUCE_PREPARE", prompt: (run) => producePrompt(run, "A1") },
  { name: "PREPARE", prompt: preparePrompt },
  { name: "CRITIQUE", prompt: (run) => critiquePrompt(run, 5) },
  { name: "REFINE", prompt: refinePrompt },
  { name: "REFLECT", prompt: (run) => reflectPrompt(run, "iteration_limit") },
];

it.each(PROMPTS)("asks for $name alike after the run was read back from its journal [S1.21, S1.57, M1.08]", ({ name, prompt }) => {
  const events = j.timed(STORY);
  const codec = journalCodec((ms) => new Date(ms).toISOString());
  const read = codec.read(`${codec.write(events, []).join("\n")}\n`);
  const again: readonly Event[] = read.kind === "events" ? read.events : [];
  const run = events.slice(1).reduce(evolve, j.begun(events.slice(0, 1)));
  expect(prompt(j.begun(again))).toBe(prompt(run));
  expect(prompt(run)).toContain(`Step: ${name}`);
  if (name !== "REFLECT") expect(prompt(run)).toContain("Run: split-20260101-000000, iteration 1, level A");
  expect(prompt(run)).toContain("Return only the answer that is asked for");
});

it("tells the planner of the last evaluations [S1.22]", () => {
  expect(planPrompt(j.begun(j.timed(STORY)))).toContain("iteration 1, level A: score 0.33, did not pass; red: a.correctness.logic");
});

/** An audit that could not tell in the middle of a step is owed at its end, unless an evaluation waits to be kept. */
import { expect, it } from "vitest";
import type { Event } from "#core/events/event.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import { audited, BEGUN, settledRun } from "../../../builders/journal.ts";

it.each([
  { when: "in the middle of a step", step: "PRODUCE_PREPARE", before: false, after: true },
  { when: "late, when its work was evaluated", step: "DECIDE", before: false, after: false },
  { when: "late, and one was owed already", step: "DECIDE", before: true, after: true },
] as const)("is owed $after where nobody could tell $when", ({ step, before, after }) => {
  const run = settledRun(...BEGUN);
  const now = { ...run, progress: { ...run.progress, step }, audits: { ...run.audits, owed: before, calls: 2 } };
  expect(evolve(now, { ...audited("CANNOT_ASSESS", 3), at: 1 } as Event).audits.owed).toBe(after);
  expect(evolve(now, { ...audited("CANNOT_ASSESS", 2), at: 1 } as Event).audits.owed).toBe(false);
  expect(evolve(now, { ...audited("OK", 3), at: 1 } as Event).audits.owed).toBe(false);
});

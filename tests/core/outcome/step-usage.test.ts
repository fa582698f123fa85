/** What steps cost: every token of a run is some step's. */
import { expect, it } from "vitest";
import type { Event } from "#core/events/event.ts";
import { agentUsageOf, stepUsageOf } from "#core/outcome/step-usage.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import { addUsage, NO_USAGE } from "#core/values/usage.ts";
import { SHOWN, settledEvents } from "../../builders/journal.ts";

const spend = (input: number) => ({ ...NO_USAGE, calls: 1, input, dollars: 0.5 });

it("sums up over all times that a step was done, the one with the most tokens first", () => {
  const events = settledEvents(...SHOWN).map((event): Event => {
    if (event.kind === "run_hydrated") return { ...event, spend: spend(5), took: { step: "HYDRATE", ms: 100 } };
    if (event.kind === "evaluation_done") return { ...event, spend: spend(20), took: { step: "EVALUATE", ms: 7 } };
    return event.kind === "qa_done" ? { ...event, spend: spend(1), took: { step: "VERIFY", ms: 0 } } : event;
  });
  const found = stepUsageOf(events);
  expect(found.map(({ step, usage: { calls, input, dollars }, ms }) => [step, calls, input, dollars, ms])).toEqual([
    ["EVALUATE", 2, 40, 1, 14],
    ["HYDRATE", 1, 5, 0.5, 100],
    ["VERIFY", 1, 1, 0.5, 0],
  ]);
  expect(found.map(({ usage }) => usage).reduce(addUsage)).toEqual(replay(events)?.spend);
});

it("counts the time of a step that asked no model, and the tokens of one whose time is unknown", () => {
  const events = settledEvents(...SHOWN).map((event): Event => {
    if (event.kind === "run_hydrated") return { ...event, took: { step: "HYDRATE", ms: 100 } };
    return event.kind === "qa_done" ? { ...event, spend: spend(1) } : event;
  });
  expect(stepUsageOf(events).map(({ usage: { input }, ms }) => [input, ms])).toEqual([
    [1, 0],
    [0, 100],
  ]);
});

it("finds nothing where nothing was asked", () => {
  expect(stepUsageOf(settledEvents())).toEqual([]);
});

it("sums up who asked over all steps, and keeps apart what no journal tells", () => {
  const events = settledEvents(...SHOWN).map((event): Event => {
    const by = { worker: spend(20), preparer: spend(3) };
    if (event.kind === "evaluation_done") return { ...event, spend: { ...addUsage(spend(20), spend(3)), by } };
    return event.kind === "qa_done" ? { ...event, spend: spend(1) } : event;
  });
  const found = agentUsageOf(events);
  expect(found.map(({ agent, usage: { calls, input } }) => [agent, calls, input])).toEqual([
    ["worker", 2, 40],
    ["preparer", 2, 6],
    [null, 1, 1],
  ]);
  expect(found.map(({ usage }) => usage).reduce(addUsage)).toEqual(replay(events)?.spend);
  expect(agentUsageOf(settledEvents())).toEqual([]);
});

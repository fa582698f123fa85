import { expect, it } from "vitest";
import * as z from "zod";
import { ask } from "#agent/ask.ts";
import { AddedCheck, Advice, PlanStep } from "#core/events/data/iteration.ts";
import { PlanReview } from "#core/events/data/review-results.ts";
import { RuleResult } from "#core/rules/score.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import { mapHands } from "../fakes/map-hands.ts";
import { answers, calls, says, scriptedModel, type Turn } from "../fakes/scripted-model.ts";
import { anEnv, role, stillClock } from "./setting.ts";

const Answer = z.strictObject({ word: z.string(), times: z.int().default(1) });

it("gives the answer as data, with its defaults [S1.21, S2.14]", async () => {
  const model = scriptedModel({ critique: [answers({ word: "yes" })] });
  expect(await ask(role("critique"), "well?", Answer, anEnv(model))).toEqual({ word: "yes", times: 1 });
  expect(model.prompts[0]?.prompt.format).toEqual({
    type: "object",
    properties: { word: { type: "string" }, times: { type: "integer" } },
    required: ["word", "times"],
    additionalProperties: false,
  });
});

it("may use tools before it answers", async () => {
  const model = scriptedModel({ planner: [calls(["read_file", { path: "a" }]), answers({ word: "A" })] });
  expect(await ask(role("planner"), "what is in a?", Answer, anEnv(model, { toolAccess: mapHands({ a: "A" }) }))).toMatchObject({
    word: "A",
  });
});

it.each([
  { what: "text that is not JSON", first: says("Sure! Here"), told: "it is not JSON" },
  { what: "an empty text", first: says(""), told: "it is empty" },
  { what: "a wrong type", first: answers({ word: [3] }), told: "expected string, received array" },
  { what: "a text that was cut", first: { text: '{"word": "', finish: "cut" as const }, told: "it was cut off at 1000 tokens; be shorter" },
])("sends an answer back once, with what is wrong with it, and fails after the second: $what [S1.58, X.07]", async ({ first, told }) => {
  const better = scriptedModel({ critique: [first, answers({ word: "yes" })] });
  expect(await ask(role("critique", { maxTokens: 500 }), "well?", Answer, anEnv(better))).toMatchObject({ word: "yes" });
  const second = better.prompts[1]?.prompt;
  expect(second?.messages.at(0)).toEqual({ role: "user", text: "well?" });
  expect(second?.messages.at(-1)).toMatchObject({
    text: expect.stringContaining(`Your answer does not fit: ${told.startsWith("it") ? told.slice(0, 17) : "✖"}`),
  });
  const model = scriptedModel({ critique: [first, first, answers({ word: "too late" })] });
  const failure = await ask(role("critique", { maxTokens: 500 }), "well?", Answer, anEnv(model)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({ service: "answer", retryable: true, message: expect.stringContaining(told) });
  expect(failure).toMatchObject({ message: expect.stringContaining("the answer of the critique did not fit") });
  expect(model.left()).toEqual({ critique: 1 });
});

it.each([
  { end: "refuses", script: [{ finish: "refused" as const }], limits: {}, retryable: true, says: "refused to answer as critique" },
  {
    end: "has used its turns",
    script: [calls(["glob", { pattern: "*" }])],
    limits: { turns: 1 },
    retryable: false,
    says: "no answer within 1 turns",
  },
  { end: "has used its time", script: [calls(["exec", {}])], limits: { ms: 1000 }, retryable: true, says: "no answer within 1000 ms" },
])("fails when the agent $end", async ({ script, limits, retryable, says: message }) => {
  const clock = stillClock();
  const [turn] = script;
  const slow: Turn = () => {
    clock.pass(2000);
    return turn ?? {};
  };
  const result = ask(role("critique", limits), "well?", Answer, anEnv(scriptedModel({ critique: [slow] }), { clock }));
  await expect(result).rejects.toMatchObject({ name: "Failure", service: "answer", retryable, message: expect.stringContaining(message) });
});

it("is interrupted, with the reason, by a gate that halts", async () => {
  const model = scriptedModel({ planner: [calls(["glob", { pattern: "*" }])] });
  const env = anEnv(model, { beforeTool: async () => ({ kind: "halt", reason: "blocked by the audit" }) });
  const error = await ask(role("planner"), "well?", Answer, env).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Interrupted);
  expect(error).toMatchObject({ message: "blocked by the audit" });
});

it("is interrupted before the first call after a stop", async () => {
  const model = scriptedModel({ planner: [] });
  await expect(ask(role("planner"), "well?", Answer, anEnv(model, { signal: AbortSignal.abort() }))).rejects.toBeInstanceOf(Interrupted);
  expect(model.prompts).toEqual([]);
});

it.each([
  { where: "at the top", schema: z.record(z.string(), z.string()) },
  { where: "deep inside", schema: z.strictObject({ list: z.array(z.strictObject({ map: z.record(z.string(), z.int()).optional() })) }) },
])("refuses a schema with a record $where before it asks", async ({ schema }) => {
  await expect(ask(role("critique"), "well?", schema, anEnv(scriptedModel({})))).rejects.toThrow(
    "bug: a model cannot answer with z.record()",
  );
});

it.each([
  { name: "Review", schema: PlanReview },
  { name: "PlanStep", schema: PlanStep },
  { name: "AddedCheck", schema: AddedCheck },
  { name: "Advice", schema: Advice },
  { name: "RuleResult", schema: RuleResult },
])("can ask for a list of the domain's $name", async ({ schema }) => {
  const model = scriptedModel({ critique: [answers({ list: [] })] });
  expect(await ask(role("critique"), "well?", z.strictObject({ list: z.array(schema) }), anEnv(model))).toEqual({ list: [] });
});

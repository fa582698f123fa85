import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema";
import { expect, it } from "vitest";
import * as z from "zod";
import { answerFormatOf } from "#agent/answers/answer-format.ts";
import { AuditResult, PlanReview, QaResult } from "#core/events/data/review-results.ts";
import { WorkerReport } from "#core/iteration/worker-report.ts";
import { Hydration } from "#core/planning/hydration.ts";
import { Probe } from "#core/tasks/atom.ts";
import { Split } from "#core/tasks/split.ts";
import { Judgements } from "#loop/checks/judge.ts";
import { Ratings } from "#loop/checks/rate.ts";
import { GivenClaims } from "#loop/steps/answer.ts";
import { CritiqueAnswer } from "#loop/steps/critique.ts";
import { MeasureAnswer } from "#loop/steps/measure.ts";
import { PlanAnswer } from "#loop/steps/plan.ts";
import { PreparedAnswer } from "#loop/steps/prepare.ts";
import { RedirectAnswer } from "#loop/steps/redirect.ts";
import { ReflectionWords } from "#loop/steps/reflect.ts";

/** All that a role is asked for as data. */
const ANSWERS: Readonly<Record<string, z.ZodType>> = {
  "hydrator: a plan": Hydration,
  "hydrator: rules of a review": MeasureAnswer,
  "plan-critic": PlanReview,
  coordinator: RedirectAnswer,
  "answerer, investigator": GivenClaims,
  planner: PlanAnswer,
  worker: WorkerReport,
  probe: Probe,
  decomposer: Split,
  preparer: PreparedAnswer,
  "evaluator: verdicts": Judgements,
  "evaluator: marks": Ratings,
  critique: CritiqueAnswer,
  auditor: AuditResult,
  "qa-verifier": QaResult,
  reflector: ReflectionWords,
};

type Schema = Readonly<Record<string, unknown>>;

const asSchema = (value: unknown): Schema => ({ ...(value as Schema | undefined) });

/** Every schema within a schema, itself first. */
function all(schema: Schema): readonly Schema[] {
  const inner = [...Object.values(asSchema(schema["properties"])), schema["items"]];
  return [schema, ...inner.filter((one) => one !== undefined).flatMap((one) => all(asSchema(one)))];
}

it.each(Object.entries(ANSWERS))("asks for a small answer with one type in each place and nothing left out: %s", (_role, answer) => {
  const sent = transformJSONSchema(answerFormatOf(answer));
  const schemas = all(asSchema(sent));
  const left = schemas.flatMap(({ properties, required }) =>
    Object.keys(asSchema(properties)).filter((name) => !(Array.isArray(required) && required.includes(name))),
  );
  const mixed = schemas.filter((one) => "anyOf" in one || "oneOf" in one || "$ref" in one || Array.isArray(one["type"]));
  expect({ left, mixed }).toEqual({ left: [], mixed: [] });
  expect(JSON.stringify(sent).length).toBeLessThan(4500);
  expect(schemas.length).toBeLessThan(75);
});

it("asks for what has a default or may be null as if it had to be there", () => {
  const answer = z.strictObject({
    note: z.string().min(2).max(9).default(""),
    way: z.enum(["a", "b"]).nullable(),
    count: z.int().default(1),
    mark: z.int().min(1).max(5),
    inner: z.array(z.strictObject({ of: z.string().nullable().default(null), maybe: z.string().optional() })).max(3),
    shown: z.strictObject({ quote: z.string() }).nullable(),
  });
  expect(answerFormatOf(answer)).toEqual({
    type: "object",
    properties: {
      note: { type: "string" },
      way: { type: "string", enum: ["a", "b", "none"] },
      count: { type: "integer" },
      mark: { type: "integer", minimum: 1, maximum: 5 },
      inner: {
        type: "array",
        maxItems: 3,
        items: {
          type: "object",
          properties: { of: { type: "string" }, maybe: { type: "string" } },
          required: ["of", "maybe"],
          additionalProperties: false,
        },
      },
      shown: { type: "object", properties: { quote: { type: "string" } }, required: ["quote"], additionalProperties: false },
    },
    required: ["note", "way", "count", "mark", "inner", "shown"],
    additionalProperties: false,
  });
  expect(answerFormatOf(answer)).toBe(answerFormatOf(answer));
});

it("asks for no more than the part that is for a model", () => {
  const answer = z.strictObject({ one: z.string(), other: z.string().default("") }).meta({ asks: ["one"] });
  expect(answerFormatOf(answer)).toMatchObject({ properties: { one: { type: "string" } }, required: ["one"] });
  expect(answerFormatOf(answer)["asks"]).toBeUndefined();
});

it("refuses an answer that is of two kinds in one place: a bug", () => {
  expect(() => answerFormatOf(z.strictObject({ both: z.union([z.string(), z.int()]) }))).toThrow("bug: an answer has one type");
});

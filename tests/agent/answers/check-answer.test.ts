import { expect, it } from "vitest";
import * as z from "zod";
import { checkAnswer } from "#agent/answers/check-answer.ts";
import { AuditResult } from "#core/events/data/review-results.ts";
import { Hydration } from "#core/planning/hydration.ts";
import { RuleId } from "#core/rules/rule.ts";
import { AtomId } from "#core/tasks/atom.ts";

const Word = z.strictObject({ word: z.string().min(1) });
const talk = { maxTokens: 500 };
const read = (schema: z.ZodType, text: string) => checkAnswer({ end: "done", text, reason: null }, talk, schema);
const readJson = (schema: z.ZodType, value: unknown) => read(schema, JSON.stringify(value));

it.each([
  { how: "alone", text: '{"word":"a"}' },
  { how: "behind a byte order mark and blanks", text: '\uFEFF \n{"word":"a"}\n' },
  { how: "in a code fence", text: '```json\n{"word":"a"}\n```' },
  { how: "in a code fence among prose", text: 'Here it is:\n\n```\n{ "word": "a" }\n```\nThat is all.' },
  { how: "behind prose with braces and quotation marks", text: 'I looked at {x} and "{y" first.\n{"word":"a"} is my answer' },
  { how: "behind another object", text: 'Not {"other":1}, but {"word":"a"}' },
])("finds an answer $how", ({ text }) => {
  expect(read(Word, text)).toEqual({ kind: "fits", answer: { word: "a" } });
});

it("finds braces and quotation marks within an answer", () => {
  const word = '} {"a\\';
  expect(read(Word, `So: ${JSON.stringify({ word })}.`)).toEqual({ kind: "fits", answer: { word } });
});

it.each([
  { what: "prose", text: "Sure! Here", problem: "it is not JSON: Sure! Here" },
  { what: "nothing", text: " \n", problem: "it is empty" },
  { what: "an object that does not close", text: '{"word": "a', problem: "it is not JSON" },
  { what: "a wrong type", text: '{"word":["a"]}', problem: "expected string, received array" },
  { what: "the first of two that do not fit", text: '{"word":["a"]} {"word":{}}', problem: "expected string, received array" },
  { what: "nothing but braces", text: "{".repeat(100_000), problem: "it is not JSON" },
])("says what is wrong with $what", ({ text, problem }) => {
  expect(read(Word, text)).toMatchObject({ kind: "misfit", problem: expect.stringContaining(problem) });
});

it("says at how many tokens an answer was cut off, whole or not", () => {
  const cut = checkAnswer({ end: "cut", text: '{"word":"a"}', reason: null }, talk, Word);
  expect(cut).toEqual({ kind: "misfit", problem: "it was cut off at 500 tokens; be shorter" });
});

const Odd = z.strictObject({
  free: z.string().max(9).default(""),
  must: z.string().min(1).default("m"),
  note: z.string().trim().min(1).nullable().default(null),
  mark: z.number().min(1).nullable().default(null),
  way: z.enum(["plan-mode", "CANNOT_ASSESS"]).catch("plan-mode").default("plan-mode"),
  maybe: z.enum(["a"]).nullable().default(null),
  rank: z.literal([1, 2]).default(1),
  sure: z.boolean().default(false),
  count: z.int().default(7),
  list: z.array(z.string().min(1)).default([]),
  shown: z
    .strictObject({ kind: z.enum(["x"]), quote: z.string().min(1), of: z.array(z.string()) })
    .nullable()
    .default(null),
  later: z.string().optional(),
});

it.each([
  { what: "a field that nobody asked for", given: { extra: 1 }, gives: {} },
  { what: "a word for nothing in a text that may be empty", given: { free: "N/A" }, gives: { free: "" } },
  { what: "the same with a stop, and in a text that may be absent", given: { free: "None.", note: "none" }, gives: {} },
  { what: "the same where a text must be there: it stays", given: { must: "None" }, gives: { must: "None" } },
  { what: "an empty text and a nought for what may be absent", given: { note: "", mark: 0, maybe: "none" }, gives: {} },
  { what: "null for what has a default or may be left out", given: { count: null, later: null, free: null }, gives: {} },
  { what: "a choice in other letters", given: { way: "Cannot assess", maybe: "A" }, gives: { way: "CANNOT_ASSESS", maybe: "a" } },
  { what: "numbers and truth as texts", given: { rank: "2", sure: "True", count: "3" }, gives: { rank: 2, sure: true, count: 3 } },
  { what: "a number as a text", given: { must: 5 }, gives: { must: "5" } },
  { what: "a list of nothing", given: { list: ["None", "", "a"] }, gives: { list: ["a"] } },
  { what: "a mapping that says nothing", given: { shown: { kind: "x", quote: "", of: [] } }, gives: {} },
  {
    what: "a mapping that says something",
    given: { shown: { kind: "X", quote: "q", of: [] } },
    gives: { shown: { kind: "x", quote: "q", of: [] } },
  },
])("understands $what", ({ given, gives }) => {
  const usual = Odd.parse({});
  expect(readJson(Odd, given)).toEqual({ kind: "fits", answer: { ...usual, ...gives } });
});

it.each([{ given: { count: "many" } }, { given: { count: " " } }, { given: { sure: "perhaps" } }, { given: { list: "a" } }, { given: [] }])(
  "invents nothing: $given is sent back",
  ({ given }) => {
    expect(readJson(Odd, given).kind).toBe("misfit");
  },
);

it("takes an auditor who finds nothing at his word", () => {
  const said = { verdict: "ok", drift: "None", issue: "None", principle: "N/A", correction: "none." };
  expect(readJson(AuditResult, said)).toEqual({
    kind: "fits",
    answer: { verdict: "OK", drift: "none", issue: "", principle: "", correction: "" },
  });
});

it("reads ids in whatever letters they are written", () => {
  expect([RuleId.parse(" A.Correctness.Quote_Marks"), AtomId.parse("a1")]).toEqual(["a.correctness.quote-marks", "A1"]);
});

it("reads a plan as the small format asks for it: empty texts where nothing is to be said", () => {
  const check = (text: string) => ({ kind: "command", text, prints: "" });
  const plan = {
    questions: [],
    workflow: "TDD",
    template: "none",
    objective: { background: "", intent: "i", deliverables: ["d"], done: ["d"], clarifications: [] },
    rules: [
      {
        id: "A.correctness.sum",
        description: "It adds",
        severity: "Fail",
        check: { ...check("node t.js"), rubric: [], passThreshold: 0, scope: "" },
      },
    ],
    atoms: [{ id: "a1", description: "Add", dependsOn: [], group: "", doubtful: false, priority: 1 }],
    scope: { paths: ["src/**"], out: ["None"] },
    expectedTestChanges: [],
    items: [],
    acceptance: [
      { id: "g", within: "", text: "both", is: "all", check: { kind: "command", text: "", prints: "" } },
      { id: "one", within: "g", text: "first", is: "check", check: check("node a.js") },
    ],
  };
  const { answer } = z.object({ answer: z.any() }).parse(readJson(Hydration, plan));
  expect(answer).toMatchObject({
    workflow: "tdd",
    template: null,
    rules: [{ id: "a.correctness.sum", severity: "fail", check: { prints: null, passThreshold: null, scope: null } }],
    atoms: [{ id: "A1", group: null }],
    scope: { out: [] },
    acceptance: [
      { within: null, check: null },
      { within: "g", check: { text: "node a.js", prints: null } },
    ],
  });
});

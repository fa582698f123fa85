/** Questions as a model asks them, and as a run keeps them. */
import { expect, it } from "vitest";
import { questionFrom, questionsWithoutDefault } from "#core/plan/question.ts";

it("takes an empty default for none, and knows which questions nobody can leave open [S1.08]", () => {
  const kept = [
    { question: "Which?", default: "" },
    { question: "How?", default: "As before." },
  ].map(questionFrom);
  expect(kept.map((one) => one.default)).toEqual([null, "As before."]);
  expect(questionsWithoutDefault(kept)).toEqual(["Which?"]);
});

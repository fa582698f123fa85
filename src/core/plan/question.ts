/** A question that an issue leaves open, and the default that may be taken instead of an answer. */
import * as z from "zod";

/**
 * `default`: the answer that the hydrator plans with when a maintainer accepts the defaults; null for an obstacle that
 * only an answer clears.
 */
export const Question = z.strictObject({
  question: z.string().trim().min(1).max(1000),
  default: z.string().trim().min(1).max(500).nullable(),
});
export type Question = z.infer<typeof Question>;

/**
 * A question as a model asks it: an empty default is none. A nullable field would use up one of the few union types
 * that the schema of an answer may have.
 */
export const AskedQuestion = Question.extend({ default: z.string().trim().max(500) });

/** The question of a model's answer: an empty default becomes null. */
export function questionFrom({ question, default: answer }: z.infer<typeof AskedQuestion>): Question {
  return { question, default: answer === "" ? null : answer };
}

/** The questions without a default: the run cannot go on before a person answers them. */
export function questionsWithoutDefault(questions: readonly Question[]): readonly string[] {
  return questions.flatMap(({ question, default: answer }) => (answer === null ? [question] : []));
}

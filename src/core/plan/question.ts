/** What an issue leaves open, with what is done where nobody answers (S1.08, X.05). */
import * as z from "zod";

/**
 * `default`: what the work goes on with when nobody says otherwise; null for an obstacle that only an answer clears.
 */
export const Question = z.strictObject({
  question: z.string().trim().min(1).max(1000),
  default: z.string().trim().min(1).max(500).nullable(),
});
export type Question = z.infer<typeof Question>;

/**
 * A question as a model asks it: an empty default is none. A null of its own would cost one of the few mixed types that
 * an answer may have.
 */
export const AskedQuestion = Question.extend({ default: z.string().trim().max(500) });

/** The question that was asked. */
export function questionFrom({ question, default: answer }: z.infer<typeof AskedQuestion>): Question {
  return { question, default: answer === "" ? null : answer };
}

/** The questions that have no default, so that nobody can go on without answering them. */
export function questionsWithoutDefault(questions: readonly Question[]): readonly string[] {
  return questions.flatMap(({ question, default: answer }) => (answer === null ? [question] : []));
}

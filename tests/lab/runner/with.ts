/** The inputs of an action that this runner plays itself. */
import * as z from "zod";
import { fill } from "../actions/expression.ts";
import { stepContexts } from "./contexts.ts";
import type { Desk } from "./phase.ts";

/** Throws an `Error` that names the action and the input that is wrong or not played. */
export function withOf<S extends z.ZodType>(action: string, schema: S, { space, step, env }: Desk): z.output<S> {
  const contexts = stepContexts(space, env);
  const given = Object.entries(step.with).map(([name, text]) => [name, fill(text, contexts)] as const);
  const read = schema.safeParse(Object.fromEntries(given));
  if (read.success) return read.data;
  throw new Error(`${action}, as this runner plays it: ${z.prettifyError(read.error)}`);
}

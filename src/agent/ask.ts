/** An agent that answers: a question in, data that fits a schema out (architecture 7). */
import type * as z from "zod";
import { Failure, Interrupted } from "#ports/failure.ts";
import { converse } from "./converse.ts";
import { check, formatOf, wrong } from "./fit.ts";
import type { Spec } from "./spec.ts";
import { begin, type Closing, type Env, say, type Talk } from "./talk.ts";

/**
 * Asks until the answer fits; an answer that does not fit, or was cut off, is asked for once more in the same conversation, with what
 * is wrong. Throws `Failure("model")`: not retryable after a second misfit, a refusal or the last turn, retryable when the agent's time
 * ran out. Throws `Interrupted` when the signal is aborted and when a gate halts (its reason is the message), and what model and hands throw.
 */
export async function ask<S extends z.ZodType>(agent: Spec, question: string, schema: S, env: Env): Promise<z.output<S>> {
  const talk = begin(agent, question, env, formatOf(schema));
  const first = check(await answered(talk), talk, schema);
  if (first.kind === "fits") return first.answer;
  say(talk, wrong(first.problem));
  const second = check(await answered(talk), talk, schema);
  if (second.kind === "fits") return second.answer;
  throw new Failure("model", `the answer of the ${agent.name} did not fit twice: ${second.problem}`, { retryable: false });
}

async function answered(talk: Talk): Promise<Closing> {
  const closing = await converse(talk);
  switch (closing.end) {
    case "done":
    case "cut":
      return closing;
    case "halted":
      throw new Interrupted(closing.reason ?? "halted");
    case "time":
      throw new Failure("model", `the ${talk.agent.name} gave no answer within ${talk.agent.limits.ms} ms`, { retryable: true });
    case "turns":
      throw new Failure("model", `the ${talk.agent.name} gave no answer within ${talk.agent.limits.turns} turns`, { retryable: false });
    case "refused":
      throw new Failure("model", `the model refused to answer as ${talk.agent.name}`, { retryable: false });
  }
}

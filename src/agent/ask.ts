/** Asks an agent a question and returns an answer that fits a schema. */
import type * as z from "zod";
import type { AgentEnv } from "#agent/conversation/agent-env.ts";
import { converse } from "#agent/conversation/converse.ts";
import { inSession } from "#agent/conversation/session.ts";
import { beginTalk, type Closing, type Talk } from "#agent/conversation/talk.ts";
import type { Spec } from "#agent/specs/spec.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import { answerFormatOf, checkAnswer } from "./answer-schema.ts";

/**
 * Asks once. An answer that does not fit, or was cut off, throws `Failure("answer")`, retryable: only the core decides
 * to repeat the step, with the same inputs. Throws `Failure("model")`: not retryable after a refusal or the last turn,
 * retryable when the agent's time ran out. Throws `Interrupted` when the signal is aborted and when a gate halts (its
 * reason is the message), and what model and tool access throw.
 */
export async function ask<S extends z.ZodType>(
  agent: Spec,
  question: string,
  schema: S,
  env: AgentEnv,
): Promise<z.output<S>> {
  const talk = beginTalk(agent, question, env, answerFormatOf(schema));
  return inSession(
    talk,
    () => fitting(talk, schema),
    () => "done",
  );
}

async function fitting<S extends z.ZodType>(talk: Talk, schema: S): Promise<z.output<S>> {
  const checked = checkAnswer(await answered(talk), talk, schema);
  if (checked.kind === "fits") return checked.answer;
  throw new Failure("answer", `the answer of the ${talk.agent.name} did not fit: ${checked.problem}`, {
    retryable: true,
  });
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
      throw new Failure("model", `the ${talk.agent.name} gave no answer within ${talk.agent.limits.ms} ms`, {
        retryable: true,
      });
    case "turns":
      throw new Failure("model", `the ${talk.agent.name} gave no answer within ${talk.agent.limits.turns} turns`, {
        retryable: false,
      });
    case "looping":
      throw new Failure("model", `the ${talk.agent.name} went round in circles and gave no answer`, {
        retryable: false,
      });
    case "refused":
      throw new Failure("model", `the model refused to answer as ${talk.agent.name}`, { retryable: false });
  }
}

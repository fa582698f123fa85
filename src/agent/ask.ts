/** Asks an agent a question and returns an answer that fits a schema. */
import type * as z from "zod";
import { answerFormatOf } from "#agent/answers/answer-format.ts";
import { askToEnd } from "#agent/answers/ask-to-end.ts";
import type { AgentEnv } from "#agent/conversation/agent-env.ts";
import { inSession } from "#agent/conversation/session.ts";
import { beginTalk, type Closing, type Talk } from "#agent/conversation/talk.ts";
import type { Spec } from "#agent/specs/spec.ts";
import { Failure, Interrupted } from "#ports/failure.ts";

/**
 * Asks. An answer that does not fit, or was cut off, is sent back once with what is wrong with it. A second one throws
 * `Failure("answer")`, retryable: only the core decides to repeat the step, with the same inputs. So does an agent that
 * gave no answer: retryable after a refusal and when its time ran out, not after the last turn. Throws `Interrupted`
 * when the signal is aborted and when a gate halts (its reason is the message), and what model and tool access throw.
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
  const { closing, checked } = await askToEnd(talk, schema);
  mustHaveAnswered(talk, closing);
  if (checked.kind === "fits") return checked.answer;
  throw new Failure("answer", `the answer of the ${talk.agent.name} did not fit: ${checked.problem}`, {
    retryable: true,
  });
}

/** Throws where something else than an answer ended the conversation. */
function mustHaveAnswered({ agent: { name, limits } }: Talk, { end, reason }: Closing): void {
  const none = (why: string, retryable = false): Failure =>
    new Failure("answer", `the ${name} gave no answer within ${why}`, { retryable });
  switch (end) {
    case "done":
    case "cut":
      return;
    case "halted":
      throw new Interrupted(reason ?? "halted");
    case "time":
      throw none(`${limits.ms} ms`, true);
    case "turns":
      throw none(`${limits.turns} turns`);
    case "looping":
      throw new Failure("answer", `the ${name} went round in circles and gave no answer`, { retryable: false });
    case "refused":
      throw new Failure("answer", `the model refused to answer as ${name}`, { retryable: true });
  }
}

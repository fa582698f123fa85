/** An agent that works and then gives account as data: what it reached, what it left aside (S2.12, S2.14). */
import type * as z from "zod";
import { converse } from "#agent/conversation/converse.ts";
import { inSession } from "#agent/conversation/session.ts";
import { type AgentEnv, addUserMessage, beginTalk, type Closing, type Talk } from "#agent/conversation/talk.ts";
import { verifyEnd } from "#agent/conversation/verify.ts";
import type { Spec } from "#agent/specs/spec.ts";
import { answerFormatOf, type CheckedAnswer, checkAnswer } from "./answer-schema.ts";
import { type Work, workOf } from "./work.ts";

/** The work, and the account of it; null where it was ended by something else, or did not fit twice: then `problem` says why. */
export interface ReportedWork<T> extends Work {
  readonly report: T | null;
  readonly problem: string;
}

/** As `work`, with an account that fits the schema at its end; one that does not fit is asked for once more. Throws as `work` does. */
export async function workAndReport<S extends z.ZodType>(
  agent: Spec,
  goal: string,
  schema: S,
  env: AgentEnv,
): Promise<ReportedWork<z.output<S>>> {
  const talk = beginTalk(agent, goal, env, answerFormatOf(schema));
  const { closing, told } = await inSession(
    talk,
    () => telling(talk, schema),
    ({ closing: { end } }) => end,
  );
  const work = workOf(talk, closing);
  if (closing.end !== "done")
    return { ...work, report: null, problem: `ended by ${closing.end}${closing.reason === null ? "" : `: ${closing.reason}`}` };
  return told.kind === "fits"
    ? { ...work, report: told.answer, problem: "" }
    : { ...work, report: null, problem: `its account does not fit: ${told.problem}` };
}

/** The work is not done anew for an account that does not fit: it is asked for once more. */
async function telling<S extends z.ZodType>(
  talk: Talk,
  schema: S,
): Promise<{ readonly closing: Closing; readonly told: CheckedAnswer<z.output<S>> }> {
  let closing = await converse(talk);
  let told = checkAnswer(closing, talk, schema);
  if (told.kind === "misfit" && (closing.end === "done" || closing.end === "cut")) {
    addUserMessage(talk, `Your answer does not fit: ${told.problem}\nAnswer again, whole, and with nothing but the JSON.`);
    closing = await converse(talk);
    told = checkAnswer(closing, talk, schema);
  }
  verifyEnd(talk, closing);
  return { closing, told };
}

/** Lets an agent work and then report as data: what it reached, and what it left aside. */
import type * as z from "zod";
import { answerFormatOf } from "#agent/answers/answer-format.ts";
import { type Answered, askToEnd } from "#agent/answers/ask-to-end.ts";
import type { AgentEnv } from "#agent/conversation/agent-env.ts";
import { inSession } from "#agent/conversation/session.ts";
import { beginTalk, type Talk } from "#agent/conversation/talk.ts";
import { verifyEnd } from "#agent/conversation/verify.ts";
import type { Spec } from "#agent/specs/spec.ts";
import { type Work, workOf } from "./work.ts";

/**
 * The work and its report; null where something else ended the work, or the report did not fit twice: then `problem`
 * says why.
 */
export interface ReportedWork<T> extends Work {
  readonly report: T | null;
  readonly problem: string;
}

/**
 * As `work`, with a report that fits the schema at its end; a report that does not fit is asked for once more. Throws
 * as `work` does.
 */
export async function workAndReport<S extends z.ZodType>(
  agent: Spec,
  goal: string,
  schema: S,
  env: AgentEnv,
): Promise<ReportedWork<z.output<S>>> {
  const talk = beginTalk(agent, goal, env, answerFormatOf(schema));
  const { closing, checked } = await inSession(
    talk,
    () => workThenReport(talk, schema),
    ({ closing: { end } }) => end,
  );
  const work = workOf(talk, closing);
  if (closing.end !== "done")
    return {
      ...work,
      report: null,
      problem: `ended by ${closing.end}${closing.reason === null ? "" : `: ${closing.reason}`}`,
    };
  return checked.kind === "fits"
    ? { ...work, report: checked.answer, problem: "" }
    : { ...work, report: null, problem: `its account does not fit: ${checked.problem}` };
}

async function workThenReport<S extends z.ZodType>(talk: Talk, schema: S): Promise<Answered<z.output<S>>> {
  const answered = await askToEnd(talk, schema);
  verifyEnd(talk, answered.closing);
  return answered;
}

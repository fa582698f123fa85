/** Lets an agent work and then report as data: what it reached, and what it left aside. */
import type * as z from "zod";
import type { AgentEnv } from "#agent/conversation/agent-env.ts";
import { converse } from "#agent/conversation/converse.ts";
import { inSession } from "#agent/conversation/session.ts";
import { addUserMessage, beginTalk, type Closing, type Talk } from "#agent/conversation/talk.ts";
import { verifyEnd } from "#agent/conversation/verify.ts";
import type { Spec } from "#agent/specs/spec.ts";
import { answerFormatOf, type CheckedAnswer, checkAnswer } from "./answer-schema.ts";
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
  const { closing, report } = await inSession(
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
  return report.kind === "fits"
    ? { ...work, report: report.answer, problem: "" }
    : { ...work, report: null, problem: `its account does not fit: ${report.problem}` };
}

/** A report that does not fit is asked for once more, without repeating the work. */
async function workThenReport<S extends z.ZodType>(
  talk: Talk,
  schema: S,
): Promise<{ readonly closing: Closing; readonly report: CheckedAnswer<z.output<S>> }> {
  let closing = await converse(talk);
  let report = checkAnswer(closing, talk, schema);
  if (report.kind === "misfit" && (closing.end === "done" || closing.end === "cut")) {
    addUserMessage(
      talk,
      `Your answer does not fit: ${report.problem}\nAnswer again, whole, and with nothing but the JSON.`,
    );
    closing = await converse(talk);
    report = checkAnswer(closing, talk, schema);
  }
  verifyEnd(talk, closing);
  return { closing, report };
}

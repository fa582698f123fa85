/** An agent that works and then gives account as data: what it reached, what it left aside (S2.12, S2.14). */
import type * as z from "zod";
import { converse } from "./converse.ts";
import { check, formatOf, wrong } from "./fit.ts";
import type { Spec } from "./spec.ts";
import { begin, type Env, say } from "./talk.ts";
import type { Work } from "./work.ts";

/** The work, and the account of it; null where it was ended by something else, or did not fit twice: then `problem` says why. */
export interface Accounted<T> extends Work {
  readonly account: T | null;
  readonly problem: string;
}

/** As `work`, with an account that fits the schema at its end; one that does not fit is asked for once more. Throws as `work` does. */
export async function workAndTell<S extends z.ZodType>(agent: Spec, goal: string, schema: S, env: Env): Promise<Accounted<z.output<S>>> {
  const talk = begin(agent, goal, env, formatOf(schema));
  let closing = await converse(talk);
  let told = check(closing, talk, schema);
  if (told.kind === "misfit" && (closing.end === "done" || closing.end === "cut")) {
    say(talk, wrong(told.problem));
    closing = await converse(talk);
    told = check(closing, talk, schema);
  }
  const work = { ...closing, turns: talk.turns, toolCalls: talk.calls.length, calls: talk.calls };
  if (closing.end !== "done")
    return { ...work, account: null, problem: `ended by ${closing.end}${closing.reason === null ? "" : `: ${closing.reason}`}` };
  return told.kind === "fits"
    ? { ...work, account: told.answer, problem: "" }
    : { ...work, account: null, problem: `its account does not fit: ${told.problem}` };
}

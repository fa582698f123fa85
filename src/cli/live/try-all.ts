/** Tries assumptions one after the other, and turns what happens into rows. */
import * as z from "zod";
import { type ApiError, apiErrorOf } from "#adapters/github/client/api-error.ts";
import { Interrupted } from "#ports/failure.ts";
import type { LiveRow } from "#text/terminal/live-page.ts";
import type { Assumption, Observation } from "./assumption.ts";
import { Unprepared } from "./made.ts";
import { shownRefusal } from "./reply.ts";
import type { Scratch } from "./scratch.ts";

const STOPPED: Observation = { outcome: "unclear", seen: "the command was stopped before it was tried" };

/**
 * One row for each assumption, in order. After an abort of the scratch's signal the rest is `unclear`, and not tried.
 * Throws what is no answer of GitHub's: a bug.
 */
export async function tryAll(assumptions: readonly Assumption[], scratch: Scratch): Promise<readonly LiveRow[]> {
  const rows: LiveRow[] = [];
  for (const { attempt, ...row } of assumptions) {
    const observed = scratch.signal.aborted ? STOPPED : await attempt(scratch).catch(observationOf);
    rows.push({ ...row, ...observed });
  }
  return rows;
}

/** What an error of an attempt shows. Throws any other error. */
function observationOf(error: unknown): Observation {
  if (error instanceof Interrupted) return STOPPED;
  if (error instanceof Unprepared) return { outcome: "unclear", seen: error.message };
  if (error instanceof z.ZodError)
    return { outcome: "differs", seen: `GitHub's answer has another form: ${z.prettifyError(error)}` };
  const refusal = apiErrorOf(error);
  if (refusal === null) throw error;
  return { outcome: isUnclear(refusal) ? "unclear" : "differs", seen: shownRefusal(refusal) };
}

/** No answer came, GitHub is out of order, or the token may not: that says nothing about the assumption. */
function isUnclear({ status, limited, message }: ApiError): boolean {
  const isForbidden = status === 401 || status === 403 || /not accessible by|correct permissions/i.test(message);
  return limited || isForbidden || status === 0 || status >= 500;
}

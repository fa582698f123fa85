/** The parts that GitHub's payloads share, and how one is read. Pure. */
import * as z from "zod";
import type { IssueEvent } from "#loop/control/context/control-context.ts";

export const AccountPayload = z.object({ id: z.int(), login: z.string(), type: z.string() });
/** The App through which a person said something; null or absent where they did so by hand. */
export const AppPayload = z.looseObject({}).nullish();
/** An ISO date as milliseconds since the epoch. */
export const TimePayload = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** An issue of a repository, and what was heard of it. */
export interface EventOfIssue {
  readonly issue: number;
  readonly event: IssueEvent;
}

/** Throws an `Error` for a payload of another shape (WH-09). */
export function parsePayload<T>(schema: z.ZodType<T>, payload: object): T {
  const found = schema.safeParse(payload);
  if (found.success) return found.data;
  throw new Error(
    `the event is not as GitHub describes it, so nothing was done with it:\n${z.prettifyError(found.error)}`,
  );
}

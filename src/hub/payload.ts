/** Parses payloads of GitHub, and has the parts that they share. Pure. */
import * as z from "zod";
import type { IssueEvent } from "#loop/control/context/control-context.ts";

export const AccountPayload = z.object({ id: z.int(), login: z.string(), type: z.string() });
/** The App through which a person wrote a comment; null or absent where they wrote it themselves. */
export const AppPayload = z.looseObject({}).nullish();
/** An ISO date as milliseconds since the epoch. */
export const TimePayload = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** The number of an issue, and an event of it. */
export interface EventOfIssue {
  readonly issue: number;
  readonly event: IssueEvent;
}

/** Parses a payload. Throws an `Error` for one of another shape. */
export function parsePayload<T>(schema: z.ZodType<T>, payload: object): T {
  const found = schema.safeParse(payload);
  if (found.success) return found.data;
  throw new Error(
    `the event is not as GitHub describes it, so nothing was done with it:\n${z.prettifyError(found.error)}`,
  );
}

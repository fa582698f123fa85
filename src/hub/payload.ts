/** Parses payloads of GitHub, and has the parts that they share. Pure. */
import * as z from "zod";
import { commentCreated, isRemark } from "#core/commands/trigger-event.ts";
import { EventAccount, type IssueEvent } from "#loop/control/context/issue-event.ts";

/** An ISO date as milliseconds since the epoch. */
export const TimePayload = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/**
 * The part of an event that a comment gives: its text is parsed here, and nowhere later. `user` is null where the
 * account was deleted; the App through which a person wrote it is null or absent where they wrote it themselves. A
 * comment that is not as it was created counts as edited, no matter who changed it. `remark`: it is no command.
 */
export const CommentPayload = z
  .object({
    id: z.int(),
    body: z.string(),
    user: EventAccount.nullable(),
    created_at: TimePayload,
    updated_at: TimePayload,
    performed_via_github_app: z.looseObject({}).nullish(),
  })
  .transform(({ id, body, user, created_at: at, updated_at, performed_via_github_app: app }) => ({
    happening: commentCreated(body, at !== updated_at),
    by: user,
    comment: id,
    throughApp: app != null,
    at,
    remark: isRemark(body),
  }));

/** The number of an issue, and an event of it. */
export interface EventOfIssue {
  readonly issue: number;
  readonly event: IssueEvent;
}

/** Parses a payload. Throws an `Error` for one of another shape. */
export function parsePayload<T>(schema: z.ZodType<T>, payload: object): T {
  const found = schema.safeParse(payload);
  if (found.success) return found.data;
  throw oddEvent(z.prettifyError(found.error));
}

function oddEvent(why: string): Error {
  return new Error(`the event is not as GitHub describes it, so nothing was done with it:\n${why}`);
}

/** Of each event, by its name with its action, what is read of its payload; null where it tells control nothing. */
export type EventSchemas = Readonly<Record<string, z.ZodType<EventOfIssue | null>>>;

/** Reads an event by its schema. Throws an `Error` for another shape, and for an event without a schema. */
export function parseEvent(schemas: EventSchemas, event: string, payload: object): EventOfIssue | null {
  const schema = Object.hasOwn(schemas, event) ? schemas[event] : undefined;
  if (schema === undefined) throw oddEvent(`no event of an issue is called ${event}`);
  return parsePayload(schema, payload);
}

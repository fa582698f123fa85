/** The forms that a deviation has: another answer, an answer that is changed, a request that is changed before it goes on. */
import type { Deviated, Deviation } from "../deviation.ts";
import type { Answer } from "../rules/answer.ts";

/** Whether a request is meant. */
export type Meant = (ask: Deviated) => boolean;

/** A method and the end of a path, with slashes as they are. */
export function at(method: string, tail: RegExp): Meant {
  return (ask) => ask.method === method && tail.test(decodeURIComponent(ask.path));
}

/** The request is not carried out: the answer stands here. */
export function instead(meant: Meant, answer: Answer): Deviation {
  return async (ask, next) => (meant(ask) ? answer : next());
}

/** The request is carried out, and something else is said of it. */
export function said(meant: Meant, change: (answer: Answer, ask: Deviated) => Answer): Deviation {
  return async (ask, next) => (meant(ask) ? change(await next(), ask) : next());
}

/** Another request is carried out. */
export function changed(meant: Meant, change: (ask: Deviated) => Partial<Deviated>): Deviation {
  return (ask, next) => next(meant(ask) ? change(ask) : {});
}

/** The body of what is said is another one, where there is one. */
export function saidOf(meant: Meant, change: (body: Readonly<Record<string, unknown>>) => unknown): Deviation {
  return said(meant, (answer) => (answer.body === undefined ? answer : { ...answer, body: change(Object(answer.body)) }));
}

/** The asker's ETag is not looked at. */
export function unconditional(meant: Meant): Deviation {
  return changed(meant, ({ headers: { "if-none-match": _, ...headers } }) => ({ headers }));
}

/** The text of a body that is sent. */
export function textOf({ body }: Deviated): string {
  return String(Object(body).body);
}

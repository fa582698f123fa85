/** A way in which this GitHub may be told to behave otherwise than the real one, as far as that is known. */
import type { IncomingHttpHeaders } from "node:http";
import type { Answer } from "./rules/answer.ts";

/** A request, as a deviation sees it. */
export interface Deviated {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

/** Answers a request: by itself, or by what GitHub's own way (`next`) answers to it, or to it with a change. */
export type Deviation = (ask: Deviated, next: (change?: Partial<Deviated>) => Promise<Answer>) => Promise<Answer>;

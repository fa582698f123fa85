/** What was asked, for tests and for the demo's count of calls. */

export interface Recorded {
  readonly method: string;
  readonly path: string;
  /** Login of who asked; empty for nobody. */
  readonly actor: string;
  readonly status: number;
  /** Counts against GitHub's limit for content (F9): at most 80 a minute, 500 an hour. */
  readonly creates: boolean;
}

/** A request that GitHub's description does not allow, or an answer of the lab's that GitHub would not give: that is a fault of the lab. */
export interface Violation {
  readonly of: "request" | "answer";
  readonly method: string;
  readonly path: string;
  readonly actor: string;
  readonly problems: readonly string[];
}

const CONTENT =
  /\/(issues|issues\/\d+\/(comments|labels|reactions)|issues\/comments\/\d+\/reactions|pulls|pulls\/\d+\/(reviews|comments|comments\/\d+\/replies)|check-runs|dispatches)$/;

/** GitHub does not list what creates content; these are the POSTs that people see. */
export function createsContent(method: string, path: string): boolean {
  return method === "POST" && CONTENT.test(path);
}

/** The way to GitHub: requests and answers take time, and get lost where the plan says so. */
import type { Process } from "./process.ts";
import type { Schedule } from "./schedule.ts";

/**
 * What becomes of a request that changes something: it passes; its sender dies before it is sent, or when GitHub has taken it; the line
 * breaks before GitHub hears it, or before its answer comes back.
 */
export type Fate = "passes" | "dies_before" | "dies_after" | "request_lost" | "answer_lost";

/** A request that changes something, as it is sent. `nth` counts all of them, from 0. */
export interface Change {
  readonly nth: number;
  readonly by: string;
  /** `POST /repos/acme/widget/issues/7/comments` */
  readonly what: string;
}

export interface Net {
  /** `front`: GitHub, as this process is known to it. */
  readonly fetchOf: (process: Process, front: typeof fetch) => typeof fetch;
  /** Everything that was changed or tried, in order. */
  readonly changes: readonly Change[];
}

/** Milliseconds on the way, each way. */
const LATENCY = 20;

const LOST: readonly Fate[] = ["request_lost", "answer_lost"];

/** `fateOf` is asked once for each request that changes something. */
export function netOf(schedule: Schedule, fateOf: (change: Change) => Fate): Net {
  const changes: Change[] = [];
  const way = (process: Process): Promise<void> => process.wait(new Promise((resolve) => void schedule.after(LATENCY, resolve)));
  const fateFor = (process: Process, what: string | null): Fate => {
    if (what === null) return "passes";
    const change = { nth: changes.length, by: process.name, what };
    changes.push(change);
    return fateOf(change);
  };
  async function carry(process: Process, front: typeof fetch, ...request: Parameters<typeof fetch>): Promise<Response> {
    const fate = fateFor(process, changeIn(...request));
    if (fate === "dies_before") process.die();
    await way(process);
    const answer = fate === "request_lost" ? null : await front(...request);
    if (fate === "dies_after") process.die();
    await way(process);
    if (answer === null || LOST.includes(fate)) throw new TypeError("fetch failed");
    return answer;
  }
  return {
    changes,
    fetchOf:
      (process, front) =>
      (...request) =>
        process.wait(carry(process, front, ...request)),
  };
}

/** What the request changes; null where it only asks. */
function changeIn(input: Parameters<typeof fetch>[0], init: Parameters<typeof fetch>[1]): string | null {
  const method = init?.method ?? "GET";
  if (method === "GET") return null;
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const isQuery = pathname.endsWith("/graphql") && !/"query":"\s*mutation/.test(String(init?.body));
  return isQuery ? null : `${method} ${pathname}`;
}

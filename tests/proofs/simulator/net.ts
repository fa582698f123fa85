/** The way to GitHub: requests and answers take time, and get lost where the plan says so. */
import { Reply } from "./github/reply.ts";
import type { Process } from "./process.ts";
import type { Schedule } from "./schedule.ts";

/** What becomes of a request, whatever it takes. */
type Plain = "passes" | "dies_before" | "dies_after" | "request_lost" | "answer_lost";

/**
 * What becomes of a request: it passes; its sender dies before it is sent, or when GitHub has taken it; the line breaks before GitHub hears
 * it, or before its answer comes back. `late_answer`: the answer takes so many milliseconds. `arrives_late`: its sender is told that the line
 * broke, and GitHub hears it all the same, so much later. `freezes`: its sender stands still before it is sent. `refused`: GitHub does nothing
 * of it and answers so.
 */
export type Fate =
  | Plain
  | { readonly kind: "late_answer" | "arrives_late" | "freezes"; readonly ms: number }
  | { readonly kind: "refused"; readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly message: string };

/** A request that changes something, as it is sent. `nth` counts all of them, from 0. */
export interface Change {
  readonly nth: number;
  readonly by: string;
  /** `POST /repos/acme/widget/issues/7/comments` */
  readonly what: string;
}

/** A request as it is sent. `change`: null where it only asks. */
export interface Sent {
  readonly by: Process;
  readonly what: string;
  readonly change: Change | null;
}

export interface Net {
  /** `front`: GitHub, as this process is known to it. */
  readonly fetchOf: (process: Process, front: typeof fetch) => typeof fetch;
  /** Everything that was changed or tried, in order. */
  readonly changes: readonly Change[];
}

/** Whoever looks at requests. */
export interface Onlooker {
  /** Asked once for each request. */
  readonly fateOf: (sent: Sent) => Fate;
  /** Told of each request that GitHub heard, as soon as it has answered; `began`: when it was sent, in milliseconds. */
  readonly heard: (sent: Sent, status: number, began: number) => void;
}

/** Milliseconds on the way, each way. */
const LATENCY = 20;

type Request = Parameters<typeof fetch>;

export function netOf(schedule: Schedule, { fateOf, heard }: Onlooker): Net {
  const changes: Change[] = [];
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void schedule.after(ms, resolve));
  const sentBy = (by: Process, request: Request): Sent => {
    const { what, changes: isChange } = readOf(...request);
    const change = isChange ? { nth: changes.length, by: by.name, what } : null;
    if (change !== null) changes.push(change);
    return { by, what, change };
  };
  async function carry(process: Process, front: typeof fetch, request: Request): Promise<Response> {
    const sent = sentBy(process, request);
    const fate = fateOf(sent);
    const began = schedule.now();
    const carried = async (): Promise<Response> => {
      const answer = await front(...request);
      heard(sent, answer.status, began);
      return answer;
    };
    return typeof fate === "object" ? oddly(process, fate, carried) : plainly(process, fate, carried);
  }
  async function plainly(process: Process, fate: Plain, carried: () => Promise<Response>): Promise<Response> {
    if (fate === "dies_before") process.die();
    await process.wait(pause(LATENCY));
    const answer = fate === "request_lost" ? null : await carried();
    if (fate === "dies_after") process.die();
    await process.wait(pause(LATENCY));
    if (answer === null || fate === "answer_lost") throw broken();
    return answer;
  }
  async function oddly(process: Process, fate: Exclude<Fate, Plain>, carried: () => Promise<Response>): Promise<Response> {
    if (fate.kind === "freezes") process.freeze(fate.ms);
    if (fate.kind === "arrives_late") schedule.after(fate.ms, () => void carried());
    await process.wait(pause(LATENCY));
    if (fate.kind === "arrives_late") throw broken();
    if (fate.kind === "refused") return refusal(fate);
    const answer = await carried();
    await process.wait(pause(fate.kind === "late_answer" ? fate.ms : LATENCY));
    return answer;
  }
  return {
    changes,
    fetchOf:
      (process, front) =>
      (...request) =>
        process.wait(carry(process, front, request)),
  };
}

function broken(): TypeError {
  return new TypeError("fetch failed");
}

function refusal({ status, headers, message }: Extract<Fate, { kind: "refused" }>): Response {
  const body = JSON.stringify({ message });
  return new Reply("https://api.github.example/", { status, headers: { "content-type": "application/json", ...headers }, body });
}

/** What the request is, and whether it changes something. */
function readOf(input: Request[0], init: Request[1]): { readonly what: string; readonly changes: boolean } {
  const method = init?.method ?? "GET";
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const isQuery = pathname.endsWith("/graphql") && !/"query":"\s*mutation/.test(String(init?.body));
  return { what: `${method} ${pathname}`, changes: method !== "GET" && !isQuery };
}

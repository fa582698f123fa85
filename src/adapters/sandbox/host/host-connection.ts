/**
 * Talks to one running tool host: one line out, one line in, one request at a time. The process may die at any moment;
 * that is a value.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { boundedText } from "#adapters/sandbox/process/bounded-text.ts";
import { endFamily, familyOf } from "#adapters/sandbox/process/process-family.ts";
import { type Launch, startProcess } from "#adapters/sandbox/process/start-process.ts";
import { Failure } from "#ports/failure.ts";
import { HOST_REPLY, type HostReply, type HostRequest, lineReader } from "./protocol.ts";

/** `late`: no answer in time. `lost`: the host died, or sent a line that is no answer. */
type Answer =
  | { readonly kind: "reply"; readonly reply: HostReply }
  | { readonly kind: "late" }
  | { readonly kind: "lost"; readonly why: string };

export interface HostConnection {
  /** False once the process has ended or was given up. */
  readonly alive: () => boolean;
  /** Sends a request and waits at most `ms` milliseconds. Only one at a time. Never throws. */
  readonly ask: (request: HostRequest, ms: number) => Promise<Answer>;
  /** Kills the process and waits until it is gone. Idempotent. */
  readonly end: () => Promise<void>;
}

const START_TIME = 15_000;
const PATIENCE = 5_000;

/** Parses a line; null when it is not of the protocol. */
function replyOf(line: string): HostReply | null {
  try {
    return HOST_REPLY.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Gives each line of the process to the waiting request, and tells it when no more lines will come. */
function listen(child: ChildProcess): {
  readonly next: (ms: number) => Promise<Answer>;
  readonly alive: () => boolean;
} {
  const reader = lineReader();
  const errors = boundedText(2_000);
  let waiting: ((answer: Answer) => void) | null = null;
  let lost: string | null = null;

  const tell = (answer: Answer): void => {
    const tellNow = waiting;
    waiting = null;
    if (answer.kind === "lost") lost ??= answer.why;
    tellNow?.(answer);
  };
  const receive = (line: string): void => {
    const reply = replyOf(line);
    if (reply === null || waiting === null) tell({ kind: "lost", why: "it said something that nobody asked for" });
    else tell({ kind: "reply", reply });
  };
  child.stdout?.on("data", (chunk: Buffer) => {
    const lines = reader.add(chunk);
    if (lines === null) tell({ kind: "lost", why: "its answer is too long" });
    for (const line of lines ?? []) receive(line);
  });
  child.stderr?.on("data", errors.add);
  // Writing to a process that has just died; `close` below reports its end.
  child.stdin?.on("error", () => undefined);
  child.on("close", (code, signal) =>
    tell({ kind: "lost", why: `it ended (${signal ?? code}): ${errors.end().text.trim()}` }),
  );

  return {
    alive: () => lost === null,
    next: (ms) => {
      const { promise, resolve } = deferred<Answer>();
      if (lost !== null) return Promise.resolve({ kind: "lost", why: lost });
      const timer = setTimeout(() => tell({ kind: "late" }), ms);
      waiting = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      return promise;
    },
  };
}

function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((given) => {
    resolve = given;
  });
  return { promise, resolve };
}

/** Starts a host and waits for its first line. Throws `Failure("sandbox")` when it does not come. */
export async function connectHost(launch: Launch): Promise<HostConnection> {
  const { child, leader } = await startProcess(launch, ["pipe", "pipe", "pipe"]);
  const gone = once(child, "exit");
  const lines = listen(child);
  let ended = false;
  const end = async (): Promise<void> => {
    if (ended) return;
    ended = true;
    await endFamily(leader, familyOf(leader, []), PATIENCE);
    await gone;
  };
  const first = await lines.next(START_TIME);
  if (first.kind !== "reply" || first.reply.kind !== "ready") {
    await end();
    const why = first.kind === "lost" ? first.why : "it did not say that it is ready";
    throw new Failure("sandbox", `The tool host did not come up: ${why}`, { retryable: false });
  }
  return {
    alive: () => lines.alive() && !ended,
    ask: (request, ms) => {
      const answer = lines.next(ms);
      child.stdin?.write(`${JSON.stringify(request)}\n`);
      return answer;
    },
    end,
  };
}

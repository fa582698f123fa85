/**
 * Calls the tool host from the driver: typed calls, one after the other, and a new process when the old one is lost.
 */
import type * as z from "zod";
import { inTurn } from "#adapters/in-turn.ts";
import type { Launch } from "#adapters/sandbox/process/start-process.ts";
import { Failure } from "#ports/failure.ts";
import { Refused } from "#ports/tool-access.ts";
import { connectHost, type HostConnection } from "./host-connection.ts";
import { HOST_VALUES, type HostRequest } from "./protocol.ts";
import type { Host } from "./sandbox.ts";

/** Milliseconds that a host may take for one operation. */
export const OPERATION_TIME = 30_000;

type HostCall = HostRequest extends infer One ? (One extends HostRequest ? Omit<One, "id"> : never) : never;

type Outcome = { readonly kind: "value"; readonly value: unknown } | { readonly kind: "lost"; readonly why: string };

/** Sends one request to one process. Throws `Refused` when the host refuses it and when it takes too long. */
async function exchange(connection: HostConnection, request: HostRequest, time: number): Promise<Outcome> {
  const answer = await connection.ask(request, time);
  if (answer.kind === "lost") return answer;
  if (answer.kind === "late") {
    await connection.end();
    throw new Refused(`${request.operation} took longer than ${time / 1000} s and was given up.`);
  }
  const { reply } = answer;
  if (reply.kind === "ready" || reply.id !== request.id) return { kind: "lost", why: "it answered another question" };
  if (reply.kind === "refused") throw new Refused(reply.message);
  return { kind: "value", value: reply.value };
}

interface Calls {
  readonly ask: (call: HostCall) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/**
 * Calls the process that is alive now. All operations can be repeated, so a lost one is sent once more to a new
 * process.
 */
function caller(launch: Launch, time: number): Calls {
  let connecting: Promise<HostConnection> | null = null;
  let closed = false;
  let id = 0;

  const living = async (): Promise<HostConnection> => {
    if (closed) throw new Failure("sandbox", "The tool host is closed.", { retryable: false });
    const before = await connecting;
    if (before?.alive() === true) return before;
    await before?.end();
    connecting = connectHost(launch);
    return connecting;
  };
  const attempt = async (call: HostCall, again: boolean): Promise<unknown> => {
    id += 1;
    const connection = await living();
    const request = { ...call, id } as HostRequest; // `HostCall` is `HostRequest` without `id`
    const outcome = await exchange(connection, request, time);
    if (outcome.kind === "value") return outcome.value;
    await connection.end();
    if (again) return attempt(call, false);
    throw new Refused(`${call.operation} could not be done: the tool host was lost twice, ${outcome.why}.`);
  };

  return {
    ask: (call) => attempt(call, true),
    close: async () => {
      closed = true;
      // One that has not come up is gone already.
      const connection = await connecting?.catch(() => null);
      await connection?.end();
    },
  };
}

/**
 * A host that starts with its first operation: most working copies are opened to run one command, and need none. An
 * operation that takes longer than `time` milliseconds is `Refused` and its process killed. An operation throws
 * `Failure("sandbox")` when the host does not come up.
 */
export function toolHost(launch: Launch, time: number): Host {
  const { ask, close } = caller(launch, time);
  const turn = inTurn();
  const call = async <T>(call: HostCall, schema: z.ZodType<T>): Promise<T> => schema.parse(await turn(() => ask(call)));
  return {
    read: (path) => call({ operation: "read", path }, HOST_VALUES.read),
    bytes: async (path) => Buffer.from(await call({ operation: "bytes", path }, HOST_VALUES.bytes), "base64"),
    write: async (path, content, like) => {
      await call({ operation: "write", path, content, like: like ?? null }, HOST_VALUES.write);
    },
    remove: async (path) => {
      await call({ operation: "remove", path }, HOST_VALUES.remove);
    },
    grep: (pattern, { glob = null, path = "", limit }) =>
      call({ operation: "grep", pattern, glob, path, limit }, HOST_VALUES.grep),
    glob: (pattern, { path = "", limit }) => call({ operation: "glob", pattern, path, limit }, HOST_VALUES.glob),
    inventory: () => call({ operation: "inventory" }, HOST_VALUES.inventory),
    close,
  };
}

/**
 * Runs calls of one reply in batches: neighbours that only read run side by side, and each other call alone, between
 * what stands before it and what stands behind it.
 */
import { Interrupted } from "#ports/failure.ts";
import type { ToolCall } from "#ports/model.ts";
import { type CallMeaning, type CallResult, carryOutCall } from "./call.ts";
import type { ConversationEnd } from "./session-event.ts";
import type { Closing, Talk } from "./talk.ts";

/** Why the work ends in the middle of a reply's calls; the calls that are left did not run. */
export interface CallsStopped {
  readonly end: Extract<ConversationEnd, "halted" | "time">;
  readonly reason: string | null;
}

/** A call of the reply, and what it means. */
interface MeantCall {
  readonly call: ToolCall;
  readonly meaning: CallMeaning;
}

/** The most calls that run side by side: a reply may hold hundreds. */
const MOST = 8;

const onlyReads = ({ meaning }: MeantCall): boolean => meaning.kind === "tool" && meaning.prepared.effect === "reads";

/** The calls in their order, in parts that run one after the other; never an empty one. */
export function batchesOf(meant: readonly MeantCall[]): readonly (readonly MeantCall[])[] {
  const batches: MeantCall[][] = [];
  for (const one of meant) {
    const last = batches.at(-1);
    if (last !== undefined && last.length < MOST && onlyReads(one) && last.every(onlyReads)) last.push(one);
    else batches.push([one]);
  }
  return batches;
}

/** How the calls ended that were begun, in their order, and whether the checks stopped those behind them. */
interface BatchEnd {
  readonly ended: readonly PromiseSettledResult<MeantCall & { readonly result: CallResult }>[];
  readonly checked: PromiseSettledResult<CallsStopped | null>;
}

/** Checks each call before it begins, and returns when all that were begun have ended. Never throws. */
export async function runBatch(
  talk: Talk,
  batch: readonly MeantCall[],
  converse: (below: Talk) => Promise<Closing>,
): Promise<BatchEnd> {
  const begun: Promise<BatchEnd["ended"][number]>[] = [];
  const checked = await settled(async () => {
    for (const one of batch) {
      const stop = await stopBefore(talk, one);
      if (stop !== null) return stop;
      begun.push(settled(async () => ({ ...one, result: await carryOutCall(talk, one.call, one.meaning, converse) })));
    }
    return null;
  });
  return { ended: await Promise.all(begun), checked };
}

/** Checks before each call: a stop, the time, and the gate, which sees only calls that would run. */
async function stopBefore(
  { agent, goal, turns, calls, env, until }: Talk,
  { call, meaning }: MeantCall,
): Promise<CallsStopped | null> {
  if (env.signal.aborted) throw new Interrupted("stopped before a tool call");
  if (env.clock.now() >= until) return { end: "time", reason: null };
  if (meaning.kind === "bad" || env.beforeTool === undefined) return null;
  const gate = await env.beforeTool(call, { agent: agent.name, goal, turns, calls });
  return gate.kind === "halt" ? { end: "halted", reason: gate.reason } : null;
}

/** The end as a value at once, so that an exception waits for the others. */
async function settled<T>(deed: () => Promise<T>): Promise<PromiseSettledResult<T>> {
  const [end] = await Promise.allSettled([deed()]);
  return end;
}

/** The value; throws what was thrown in its place. */
export function resolved<T>(end: PromiseSettledResult<T>): T {
  if (end.status === "rejected") throw end.reason;
  return end.value;
}

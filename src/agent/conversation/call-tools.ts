/** Carries out the calls of one reply, one after another in order: look up, check, ask the gate, run, verify (S3.52, C3.13). */
import { startOf } from "#agent/tools/truncate.ts";
import { Interrupted } from "#ports/failure.ts";
import type { ModelReply, ToolCall, ToolResult } from "#ports/model.ts";
import { type CallMeaning, type CallResult, carryOutCall, meaningOf } from "./call.ts";
import { callSignatureOf } from "./repetition.ts";
import type { ConversationEnd } from "./session-event.ts";
import type { CallMade, Closing, Talk } from "./talk.ts";
import { verifyAct } from "./verify.ts";

/** Why the work ends in the middle of a reply's calls; the calls that are left did not run. */
export interface CallsStopped {
  readonly end: Extract<ConversationEnd, "halted" | "time">;
  readonly reason: string | null;
}

const CUT = "not run: the reply was cut off at its token limit, so this call may be incomplete; send less in one reply";

/**
 * Runs the calls and adds their results to the conversation; null when all of them have an answer. An unknown tool or agent, bad
 * arguments, a refusal of the hands, an agent that failed and the calls of a cut reply are failed results, never exceptions (S3.10,
 * C3.10). `converse` lets another agent work. Throws `Interrupted` before the next call once the signal is aborted, and what the hands throw.
 */
export async function callTools(talk: Talk, reply: ModelReply, converse: (below: Talk) => Promise<Closing>): Promise<CallsStopped | null> {
  const results: ToolResult[] = [];
  for (const call of reply.calls) {
    const meant: CallMeaning = reply.finish === "cut" ? { kind: "bad", problem: CUT, target: "" } : meaningOf(talk, call);
    const stop = await stopBefore(talk, call, meant);
    if (stop !== null) return stop;
    const came = await carryOutCall(talk, call, meant, converse);
    results.push({ id: call.id, text: came.text, failed: came.failed });
    takeIn(talk, call, meant, came);
    if (came.halted !== null) return { end: "halted", reason: came.halted };
  }
  talk.messages = [...talk.messages, { role: "tools", results }];
  return null;
}

/** The border of a tool call (M3.05): a stop, the time, and the gate, which is shown only calls that would run. */
async function stopBefore(
  { agent, goal, turns, calls, env, until }: Talk,
  call: ToolCall,
  meant: CallMeaning,
): Promise<CallsStopped | null> {
  if (env.signal.aborted) throw new Interrupted("stopped before a tool call");
  if (env.clock.now() >= until) return { end: "time", reason: null };
  if (meant.kind === "bad" || env.beforeTool === undefined) return null;
  const gate = await env.beforeTool(call, { agent: agent.name, goal, turns, calls });
  return gate.kind === "halt" ? { end: "halted", reason: gate.reason } : null;
}

/** The call is remembered, and verified: for a delegation the goal that was given away counts, for a tool the agent's own. */
function takeIn(talk: Talk, call: ToolCall, meant: CallMeaning, came: CallResult): void {
  const signature = callSignatureOf(call.name, call.input);
  const repeated = talk.signatures.includes(signature);
  talk.signatures = [...talk.signatures, signature];
  talk.calls = [...talk.calls, made(call, meant, came)];
  const { stumbles, turns, timedOut, full: output } = came;
  const act = { name: call.name, success: !came.failed, timedOut, stumbles, turns, repeated };
  if (meant.kind === "agent") verifyAct(talk, { kind: "agent", ...act }, { agentName: meant.spec.name, goal: meant.given.goal, output });
  else verifyAct(talk, { kind: "tool", ...act }, { agentName: talk.agent.name, goal: talk.goal, output });
}

function made(call: ToolCall, { target }: CallMeaning, { text, failed }: CallResult): CallMade {
  return {
    tool: startOf(call.name, 50),
    target: startOf(target.replaceAll(/\s+/g, " "), 50),
    failed,
    error: failed ? startOf(text, 150) : null,
  };
}

/** Carries out the calls of one reply in their order: look up, check, ask the gate, run, verify. */
import { ToolName } from "#agent/tools/tool.ts";
import { startOf } from "#agent/tools/truncate.ts";
import type { Past } from "#agent/window/fresh-start.ts";
import { withCall } from "#agent/window/work-record.ts";
import { Interrupted } from "#ports/failure.ts";
import type { ModelReply, ToolCall, ToolResult } from "#ports/model.ts";
import { headAndTail } from "#text/format/shorten.ts";
import type { CallMade } from "./agent-env.ts";
import { type CallMeaning, type CallResult, carryOutCall, meaningOf } from "./call.ts";
import { callSignatureOf } from "./repetition.ts";
import type { ConversationEnd } from "./session-event.ts";
import type { Closing, Talk } from "./talk.ts";
import { verifyAct } from "./verify.ts";

/** Why the work ends in the middle of a reply's calls; the calls that are left did not run. */
export interface CallsStopped {
  readonly end: Extract<ConversationEnd, "halted" | "time">;
  readonly reason: string | null;
}

const CUT = "not run: the reply was cut off at its token limit, so this call may be incomplete; send less in one reply";

/**
 * Runs the calls and adds their results to the conversation; null when all of them have a result. An unknown tool or
 * agent, bad arguments, a refusal by the tool access, an agent that failed and the calls of a cut reply are failed
 * results, never exceptions. `converse` lets another agent work. Throws `Interrupted` before the next call once the
 * signal is aborted, and what the tool access throws.
 */
export async function callTools(
  talk: Talk,
  reply: ModelReply,
  converse: (below: Talk) => Promise<Closing>,
): Promise<CallsStopped | null> {
  const results: ToolResult[] = [];
  for (const call of reply.calls) {
    const meaning: CallMeaning =
      reply.finish === "cut" ? { kind: "bad", problem: CUT, target: "" } : meaningOf(talk, call);
    const stop = await stopBefore(talk, call, meaning);
    if (stop !== null) return stop;
    const result = await carryOutCall(talk, call, meaning, converse);
    results.push({ id: call.id, text: result.text, failed: result.failed });
    takeIn(talk, call, meaning, result);
    if (result.halted !== null) return { end: "halted", reason: result.halted };
  }
  talk.messages = [...talk.messages, { role: "tools", results }];
  return null;
}

/** Checks before each call: a stop, the time, and the gate, which sees only calls that would run. */
async function stopBefore(
  { agent, goal, turns, calls, env, until }: Talk,
  call: ToolCall,
  meaning: CallMeaning,
): Promise<CallsStopped | null> {
  if (env.signal.aborted) throw new Interrupted("stopped before a tool call");
  if (env.clock.now() >= until) return { end: "time", reason: null };
  if (meaning.kind === "bad" || env.beforeTool === undefined) return null;
  const gate = await env.beforeTool(call, { agent: agent.name, goal, turns, calls });
  return gate.kind === "halt" ? { end: "halted", reason: gate.reason } : null;
}

/** Records and verifies a call: for a delegation against the delegated goal, for a tool against the agent's own. */
function takeIn(talk: Talk, call: ToolCall, meaning: CallMeaning, result: CallResult): void {
  const signature = callSignatureOf(call.name, call.input);
  const repeated = talk.signatures.includes(signature);
  talk.signatures = [...talk.signatures, signature];
  talk.calls = [...talk.calls, made(call, meaning, result)];
  talk.past = recorded(talk.past, call, meaning, result);
  const { stumbles, turns, timedOut, full: output } = result;
  const act = { name: call.name, success: !result.failed, timedOut, stumbles, turns, repeated };
  if (meaning.kind === "agent")
    verifyAct(talk, { kind: "agent", ...act }, { agentName: meaning.spec.name, goal: meaning.given.goal, output });
  else verifyAct(talk, { kind: "tool", ...act }, { agentName: talk.agent.name, goal: talk.goal, output });
}

/** What a fresh start is told of the call; a call that could not be understood did nothing. */
function recorded(past: Past, { name }: ToolCall, meaning: CallMeaning, { text, failed }: CallResult): Past {
  if (meaning.kind === "bad") return past;
  const effect = meaning.kind === "tool" ? meaning.prepared.effect : null;
  return withCall(past, { tool: name, effect, target: meaning.target, failed, result: text });
}

/** Characters of a call's target, and of a command's output, that the auditor is shown. */
const TARGET = 200;
const PRINTED = 400;

function made(call: ToolCall, { kind, target }: CallMeaning, { text, full, failed }: CallResult): CallMade {
  return {
    tool: startOf(call.name, 50),
    target: startOf(target.replaceAll(/\s+/g, " "), TARGET),
    printed: kind === "tool" && call.name === ToolName.enum.exec ? headAndTail(full, PRINTED) : "",
    failed,
    error: failed ? startOf(text, 150) : null,
  };
}

/** Carries out the calls of one reply: look up, check, ask the gate, run, verify; results in the order of the calls. */
import { ToolName } from "#agent/tools/tool.ts";
import { startOf } from "#agent/tools/truncate.ts";
import type { Past } from "#agent/window/fresh-start.ts";
import { withCall } from "#agent/window/work-record.ts";
import type { ModelReply, ToolCall, ToolResult } from "#ports/model.ts";
import { headAndTail } from "#text/format/shorten.ts";
import type { CallMade } from "./agent-env.ts";
import { batchesOf, type CallsStopped, resolved, runBatch } from "./batch.ts";
import { type CallMeaning, type CallResult, meaningOf, tellCallEnd } from "./call.ts";
import { callSignatureOf } from "./repetition.ts";
import type { Closing, Talk } from "./talk.ts";
import { verifyAct } from "./verify.ts";

const CUT = "not run: the reply was cut off at its token limit, so this call may be incomplete; send less in one reply";

/**
 * Runs the calls and adds their results to the conversation, in the order of the calls; null when all of them have a
 * result. Neighbours that only read run side by side, each other call alone. An unknown tool or agent, bad arguments, a
 * refusal by the tool access, an agent that failed and the calls of a cut reply are failed results, never exceptions.
 * `converse` lets another agent work. Throws `Interrupted` before the next call once the signal is aborted, and what
 * the tool access throws, when all that was begun has ended.
 */
export async function callTools(
  talk: Talk,
  reply: ModelReply,
  converse: (below: Talk) => Promise<Closing>,
): Promise<CallsStopped | null> {
  const results: ToolResult[] = [];
  const meant = reply.calls.map((call) => {
    const cut: CallMeaning = { kind: "bad", problem: CUT, target: "" };
    return { call, meaning: reply.finish === "cut" ? cut : meaningOf(talk, call) };
  });
  for (const batch of batchesOf(meant)) {
    const { ended, checked } = await runBatch(talk, batch, converse);
    for (const end of ended) {
      const { call, meaning, result } = resolved(end);
      results.push({ id: call.id, text: result.text, failed: result.failed });
      takeIn(talk, call, meaning, result);
      if (result.halted !== null) return { end: "halted", reason: result.halted };
    }
    const stop = resolved(checked);
    if (stop !== null) return stop;
  }
  talk.messages = [...talk.messages, { role: "tools", results }];
  return null;
}

/** Records and verifies a call: for a delegation against the delegated goal, for a tool against the agent's own. */
function takeIn(talk: Talk, call: ToolCall, meaning: CallMeaning, result: CallResult): void {
  tellCallEnd(talk, call, meaning, result);
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

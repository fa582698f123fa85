/** Carries out the calls of one reply, one after another in order: look up, check, ask the gate, run (S3.52, C3.13). */
import { Interrupted } from "#ports/failure.ts";
import type { Reply, ToolCall, ToolResult } from "#ports/model.ts";
import type { CallMade, End, Talk } from "./talk.ts";
import { TOOLS } from "./tools/all.ts";
import { type Outcome, type Prepared, ToolName } from "./tools/tool.ts";
import { startOf } from "./tools/truncate.ts";

/** Why the work ends in the middle of a reply's calls; the calls that are left did not run. */
export interface Stop {
  readonly end: Extract<End, "halted" | "time">;
  readonly reason: string | null;
}

const CUT = "not run: the reply was cut off at its token limit, so this call may be incomplete; send less in one reply";

/**
 * Runs the calls and adds their results to the conversation; null when all of them have an answer. An unknown tool, bad arguments,
 * a refusal of the hands and the calls of a cut reply are failed results, never exceptions (C3.10). Throws `Interrupted` before the
 * next call once the signal is aborted, and what the hands throw.
 */
export async function callTools(talk: Talk, reply: Reply): Promise<Stop | null> {
  const results: ToolResult[] = [];
  for (const call of reply.calls) {
    if (talk.env.signal.aborted) throw new Interrupted("stopped before a tool call");
    if (talk.env.clock.now() >= talk.until) return { end: "time", reason: null };
    const prepared: Prepared = reply.finish === "cut" ? { kind: "bad", problem: CUT } : prepare(talk, call);
    const halt = await halted(talk, call, prepared);
    if (halt !== null) return halt;
    const outcome = await run(talk, prepared);
    results.push({ id: call.id, text: outcome.text, failed: outcome.failed });
    talk.calls = [...talk.calls, made(call, prepared, outcome)];
  }
  talk.messages = [...talk.messages, { role: "tools", results }];
  return null;
}

function prepare({ agent }: Talk, { name, input }: ToolCall): Prepared {
  const known = ToolName.safeParse(name);
  if (known.success && agent.tools.includes(known.data)) return TOOLS[known.data].prepare(input);
  return { kind: "bad", problem: `there is no tool ${startOf(name, 50)}; there are: ${agent.tools.join(", ") || "none"}` };
}

/** Only a call that would run is shown to the gate. */
async function halted({ agent, goal, turns, calls, env }: Talk, call: ToolCall, prepared: Prepared): Promise<Stop | null> {
  if (prepared.kind === "bad" || env.beforeTool === undefined) return null;
  const gate = await env.beforeTool(call, { agent: agent.name, goal, turns, calls });
  return gate.kind === "halt" ? { end: "halted", reason: gate.reason } : null;
}

async function run({ env, until }: Talk, prepared: Prepared): Promise<Outcome> {
  if (prepared.kind === "bad") return { text: prepared.problem, failed: true };
  if (env.hands === undefined) throw new Error("bug: a tool is called without hands");
  if (env.signal.aborted) throw new Interrupted("stopped before a tool call");
  return prepared.run({ hands: env.hands, web: env.web, signal: env.signal, msLeft: until - env.clock.now() });
}

function made(call: ToolCall, prepared: Prepared, outcome: Outcome): CallMade {
  return {
    tool: startOf(call.name, 50),
    target: prepared.kind === "ready" ? startOf(prepared.target.replaceAll(/\s+/g, " "), 50) : "",
    failed: outcome.failed,
    error: outcome.failed ? startOf(outcome.text, 150) : null,
  };
}

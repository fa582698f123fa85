/** One call of a model: what it means here, and its carrying out (S3.06, S3.52). */
import type { Spec } from "#agent/specs/spec.ts";
import { TOOLS } from "#agent/tools/all.ts";
import { type PreparedCall, ToolName } from "#agent/tools/tool.ts";
import { startOf, truncate } from "#agent/tools/truncate.ts";
import { Interrupted } from "#ports/failure.ts";
import type { ToolCall } from "#ports/model.ts";
import { agentsBelow, type Delegation, type DelegationResult, delegate, delegationOf } from "./delegate.ts";
import { emitSessionEvent } from "./session.ts";
import type { Closing, Talk } from "./talk.ts";

/** What a call means: a goal for another agent, a call of a tool, or nothing that can be done. `target` is for the auditor. */
export type CallMeaning =
  | { readonly kind: "agent"; readonly spec: Spec; readonly given: Delegation; readonly target: string }
  | { readonly kind: "tool"; readonly prepared: Extract<PreparedCall, { kind: "ready" }>; readonly target: string }
  | { readonly kind: "bad"; readonly problem: string; readonly target: "" };

/** What came of a call, whatever it meant. */
export type CallResult = DelegationResult;

/** How a tool's outcome reads among those of agents. */
const TOOL = { timedOut: false, stumbles: 0, turns: 0, halted: null } as const;

/** The name decides: an agent that can be called here, else a tool that this agent has (S3.06). Never throws (C3.10). */
export function meaningOf(talk: Talk, { name, input }: ToolCall): CallMeaning {
  const below = agentsBelow(talk);
  const spec = below.find((one) => one.name === name);
  if (spec !== undefined) {
    const read = delegationOf(spec, input);
    return read.kind === "bad" ? { ...read, target: "" } : { ...read, kind: "agent", spec, target: read.given.goal };
  }
  const known = ToolName.safeParse(name);
  if (known.success && talk.agent.tools.includes(known.data)) {
    const prepared = TOOLS[known.data].prepare(input);
    return prepared.kind === "bad" ? { ...prepared, target: "" } : { kind: "tool", prepared, target: prepared.target };
  }
  const names = [...talk.agent.tools, ...below.map((one) => one.name)];
  return { kind: "bad", target: "", problem: `there is no tool ${startOf(name, 50)}; there are: ${names.join(", ") || "none"}` };
}

/** Does what was meant, between its two events. Throws `Interrupted`, and what hands and `delegate` throw. */
export async function carryOutCall(
  talk: Talk,
  call: ToolCall,
  meant: CallMeaning,
  converse: (below: Talk) => Promise<Closing>,
): Promise<CallResult> {
  if (talk.env.signal.aborted) throw new Interrupted("stopped before a tool call");
  if (meant.kind === "agent") return delegate(talk, meant.spec, meant.given, converse);
  emitSessionEvent(talk, { kind: "primitive_start", data: { tool: call.name, input: call.input } });
  const came = await outcomeOf(talk, meant);
  emitSessionEvent(talk, { kind: "primitive_end", data: { tool: call.name, success: !came.failed, output: came.full } });
  return { ...came, ...TOOL };
}

async function outcomeOf(
  { env, until, seen }: Talk,
  meant: Exclude<CallMeaning, { kind: "agent" }>,
): Promise<Omit<CallResult, keyof typeof TOOL>> {
  if (meant.kind === "bad") return { text: meant.problem, full: meant.problem, failed: true };
  if (env.toolAccess === undefined) throw new Error("bug: a tool is called without hands");
  const { text, failed } = await meant.prepared.run({
    toolAccess: env.toolAccess,
    seen,
    web: env.web,
    signal: env.signal,
    msLeft: until - env.clock.now(),
  });
  return { text: truncate(text, meant.prepared.limit), full: text, failed };
}

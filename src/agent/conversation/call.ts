/** Interprets one call of a model and carries it out. */
import type { Spec } from "#agent/specs/spec.ts";
import { TOOLS } from "#agent/tools/all.ts";
import { type PreparedCall, ToolName } from "#agent/tools/tool.ts";
import { startOf, truncate } from "#agent/tools/truncate.ts";
import { Interrupted } from "#ports/failure.ts";
import type { ToolCall } from "#ports/model.ts";
import { agentsBelow, type Delegation, type DelegationResult, delegate, delegationOf } from "./delegate.ts";
import { emitSessionEvent } from "./session.ts";
import type { Closing, Talk } from "./talk.ts";

/** A call is a goal for another agent, a call of a tool, or invalid. `target` is for the auditor. */
export type CallMeaning =
  | { readonly kind: "agent"; readonly spec: Spec; readonly given: Delegation; readonly target: string }
  | { readonly kind: "tool"; readonly prepared: Extract<PreparedCall, { kind: "ready" }>; readonly target: string }
  | { readonly kind: "bad"; readonly problem: string; readonly target: "" };

/** The result of a call of either kind. */
export type CallResult = DelegationResult;

/** A tool's values for the fields that only agents have. */
const TOOL = { timedOut: false, stumbles: 0, turns: 0, halted: null } as const;

/** Resolves the name: an agent that can be called here, else a tool of this agent. Never throws. */
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
  return {
    kind: "bad",
    target: "",
    problem: `there is no tool ${startOf(name, 50)}; there are: ${names.join(", ") || "none"}`,
  };
}

/** Carries the call out and emits an event before. Throws `Interrupted`, and what tool access and `delegate` throw. */
export async function carryOutCall(
  talk: Talk,
  call: ToolCall,
  meaning: CallMeaning,
  converse: (below: Talk) => Promise<Closing>,
): Promise<CallResult> {
  if (talk.env.signal.aborted) throw new Interrupted("stopped before a tool call");
  if (meaning.kind === "agent") return delegate(talk, meaning.spec, meaning.given, converse);
  emitSessionEvent(talk, { kind: "primitive_start", data: { tool: call.name, input: call.input } });
  return { ...(await outcomeOf(talk, meaning)), ...TOOL };
}

/** Emits the end of a tool's call, in the order of the calls; another agent has told its own. */
export function tellCallEnd(talk: Talk, { name }: ToolCall, { kind }: CallMeaning, { failed, full }: CallResult): void {
  if (kind === "agent") return;
  emitSessionEvent(talk, { kind: "primitive_end", data: { tool: name, success: !failed, output: full } });
}

async function outcomeOf(
  { env, until, seen }: Talk,
  meaning: Exclude<CallMeaning, { kind: "agent" }>,
): Promise<Omit<CallResult, keyof typeof TOOL>> {
  if (meaning.kind === "bad") return { text: meaning.problem, full: meaning.problem, failed: true };
  if (env.toolAccess === undefined) throw new Error("bug: a tool is called without hands");
  const { text, failed } = await meaning.prepared.run({
    toolAccess: env.toolAccess,
    seen,
    web: env.web,
    signal: env.signal,
    msLeft: until - env.clock.now(),
  });
  return { text: truncate(text, meaning.prepared.limit), full: text, failed };
}

/** Offers agents as tools: an agent gives another one a goal, and gets its last text as the result. */
import * as z from "zod";
import type { Spec } from "#agent/specs/spec.ts";
import { OUTPUT_LIMITS, truncate } from "#agent/tools/truncate.ts";
import { Failure } from "#ports/failure.ts";
import type { ToolSpec } from "#ports/model.ts";
import { fenceSource } from "#text/sanitize/quote.ts";
import { emitSessionEvent, inSession } from "./session.ts";
import { beginTalkBelow, type Closing, type Talk } from "./talk.ts";

/** The arguments of a delegation. */
const Given = z.strictObject({
  goal: z.string().trim().min(1).describe("what is to be reached, never how, with all that the agent must know"),
  hints: z
    .array(z.string().trim().min(1))
    .max(20)
    .default([])
    .describe("facts that help, such as an error that came up before; no steps"),
});
export type Delegation = z.infer<typeof Given>;

const { $schema: _dialect, ...INPUT } = z.toJSONSchema(Given, { io: "input" });

/** The result of a delegation. `full` is the agent's whole text, `text` that text cut for a prompt. */
export interface DelegationResult {
  readonly text: string;
  readonly full: string;
  readonly failed: boolean;
  readonly timedOut: boolean;
  readonly stumbles: number;
  readonly turns: number;
  /** The gate's reason, where it stopped the other agent; then the caller stops too. */
  readonly halted: string | null;
}

/**
 * The agents that this one may delegate to here: those that its spec names without itself, while the greatest depth is
 * not reached.
 */
export function agentsBelow({ agent, env, depth, session }: Talk): readonly Spec[] {
  if (!agent.can_spawn || depth >= session.depth) return [];
  return agent.agents.flatMap((name) => (name === agent.name ? [] : (env.agents?.get(name) ?? [])));
}

/** An agent as a tool for the model of another one. */
export function agentToolOf({ name, description }: Spec): ToolSpec {
  return { name, description: `Gives a goal to another agent. ${description}`, input: INPUT };
}

/** Parses the arguments of such a call, or says what is wrong with them. */
export function delegationOf(
  { name }: Spec,
  input: unknown,
): { readonly kind: "given"; readonly given: Delegation } | { readonly kind: "bad"; readonly problem: string } {
  const read = Given.safeParse(input);
  if (read.success) return { kind: "given", given: read.data };
  return { kind: "bad", problem: `bad arguments for ${name}:\n${z.prettifyError(read.error)}` };
}

/**
 * Lets the other agent work on the goal. A failed model is a failed result, as is everything else that the agent could
 * not do. Throws `Interrupted`, and `Failure` of anything but the model: budget and sandbox fail for every agent.
 */
export async function delegate(
  talk: Talk,
  spec: Spec,
  given: Delegation,
  converse: (below: Talk) => Promise<Closing>,
): Promise<DelegationResult> {
  emitSessionEvent(talk, { kind: "act_start", data: { agent: spec.name, ...given } });
  const below = beginTalkBelow(talk, spec, { goal: given.goal, text: firstMessage(talk, given) });
  const closing = await closingOf(below, converse);
  const { end, text, reason } = closing;
  const full = end === "done" ? text : `[${spec.name} did not reach the goal: ended by ${end}]\n${reason ?? text}`;
  const { stumbles, turns } = below;
  emitSessionEvent(talk, {
    kind: "act_end",
    data: { agent: spec.name, success: end === "done", stumbles, turns, output: full },
  });
  return {
    text: truncate(full, OUTPUT_LIMITS.other),
    full,
    failed: end !== "done",
    timedOut: end === "time",
    stumbles,
    turns,
    halted: end === "halted" ? (reason ?? "halted") : null,
  };
}

async function closingOf(
  below: Talk,
  converse: (below: Talk) => Promise<Closing>,
): Promise<Omit<Closing, "end"> & { readonly end: string }> {
  try {
    return await inSession(
      below,
      () => converse(below),
      ({ end }) => end,
    );
  } catch (error) {
    if (error instanceof Failure && error.service === "model")
      return { end: "a broken model", text: "", reason: error.message };
    throw error;
  }
}

/**
 * Hints come first, in a fence of their own, because the text of another agent is data. They are not in the system
 * prompt, so that system and tools stay byte-identical for one agent and providers can cache them.
 */
function firstMessage({ agent }: Talk, { goal, hints }: Delegation): string {
  if (hints.length === 0) return goal;
  return `${fenceSource("hints", agent.name, hints.map((hint) => `- ${hint}`).join("\n"))}\n\n${goal}`;
}

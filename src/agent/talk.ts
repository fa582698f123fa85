/** A conversation of an agent: what it is given, how far it is, and how it can end. */
import type { Tier } from "#core/tier.ts";
import type { Clock } from "#ports/clock.ts";
import type { Hands } from "#ports/hands.ts";
import type { Message, Model, Prompt, ToolCall } from "#ports/model.ts";
import type { RoleName, Spec } from "./spec.ts";
import { given, modelOf } from "./tools/align.ts";
import type { WebAccess } from "./tools/tool.ts";

/** Why an agent ended: by itself, at one of its limits, by a gate, by the model's refusal, or cut twice at the reply's limit. */
export type End = "done" | "turns" | "time" | "halted" | "refused" | "cut";

/** What a gate says about a call that is about to run. */
export type Gate = { readonly kind: "go" } | { readonly kind: "halt"; readonly reason: string };

/** A call as the auditor is told of it (S0.40): its target cut at 50 characters, its error at 150. */
export interface CallMade {
  readonly tool: string;
  readonly target: string;
  readonly failed: boolean;
  readonly error: string | null;
}

/** What an auditor may know of the work so far (S0.40). */
export interface SoFar {
  readonly agent: RoleName;
  readonly goal: string;
  readonly turns: number;
  readonly calls: readonly CallMade[];
}

/** What an agent is given from outside. */
export interface Env {
  readonly model: Model;
  /** Needed by a role that has tools. */
  readonly hands?: Hands | undefined;
  /** Absent where no host is allowed: then no role has `fetch` (C3.09). */
  readonly web?: WebAccess | undefined;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** From a tier to a model's id: `config.models`. */
  readonly models: Readonly<Record<Tier, string>>;
  /** Asked before every valid call of a tool, in order; a halt ends the work before that call runs (S3.52). */
  readonly beforeTool?: ((call: ToolCall, soFar: SoFar) => Promise<Gate>) | undefined;
  /** Milliseconds of one model call, `limits.callMs`; 120,000 where absent (behaviours 6.4). */
  readonly callMs?: number | undefined;
  /** Size at which old tool results leave the prompt (agent/trim); `WINDOW` where absent. */
  readonly window?: number | undefined;
}

/** One conversation under way. */
export interface Talk {
  readonly agent: Spec;
  readonly goal: string;
  readonly env: Env;
  readonly format: Prompt["format"];
  /** Milliseconds since the epoch. */
  readonly until: number;
  messages: readonly Message[];
  turns: number;
  calls: readonly CallMade[];
}

export interface Closing {
  readonly end: End;
  /** What the model said last. */
  readonly text: string;
  /** The gate's reason for a halt, else null. */
  readonly reason: string | null;
}

/** Opens a conversation with a goal as its first message; the agent's time begins (C3.02). Throws only for our own mistakes. */
export function begin(agent: Spec, goal: string, env: Env, format?: Prompt["format"]): Talk {
  if (agent.tools.length > 0 && env.hands === undefined) throw new Error(`bug: the ${agent.name} has tools but no hands`);
  const until = env.clock.now() + agent.limits.ms;
  const tools = [...given(agent.tools, modelOf(agent.tier, env.models), env.web !== undefined)];
  return { agent: { ...agent, tools }, goal, env, format, until, messages: [{ role: "user", text: goal }], turns: 0, calls: [] };
}

/** Adds what we say next. */
export function say(talk: Talk, text: string): void {
  talk.messages = [...talk.messages, { role: "user", text }];
}

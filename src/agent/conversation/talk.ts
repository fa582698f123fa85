/** A conversation of an agent: what it is given, how far it is, and how it can end. */
import type { Spec } from "#agent/specs/spec.ts";
import { modelIdOf, toolsFor as toolsGiven } from "#agent/tools/align.ts";
import { type SeenFiles, seenFiles } from "#agent/tools/seen-files.ts";
import type { WebAccess } from "#agent/tools/tool.ts";
import type { Tier } from "#core/config/tier.ts";
import type { LearnSignal } from "#core/events/data/tool-problem.ts";
import type { Clock } from "#ports/clock.ts";
import type { Message, Model, Prompt, ToolCall } from "#ports/model.ts";
import type { ToolAccess } from "#ports/tool-access.ts";
import type { ConversationEnd, SessionEvent } from "./session-event.ts";
import { PROMPT_WINDOW } from "./trim.ts";

/** What a gate says about a call that is about to run. */
export type CallDecision = { readonly kind: "go" } | { readonly kind: "halt"; readonly reason: string };

/** A call as the auditor is told of it (S0.40): its target cut at 50 characters, its error at 150. */
export interface CallMade {
  readonly tool: string;
  readonly target: string;
  readonly failed: boolean;
  readonly error: string | null;
}

/** What an auditor may know of the work so far (S0.40). */
export interface WorkSoFar {
  readonly agent: string;
  readonly goal: string;
  readonly turns: number;
  readonly calls: readonly CallMade[];
}

/** What an agent is given from outside. */
export interface AgentEnv {
  readonly model: Model;
  /** Needed by a role that has tools. */
  readonly toolAccess?: ToolAccess | undefined;
  /** Absent where no host is allowed: then no role has `fetch` (C3.09). */
  readonly web?: WebAccess | undefined;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** From a tier to a model's id: `config.models`. */
  readonly models: Readonly<Record<Tier, string>>;
  /** Asked before every valid call of a tool or of another agent, in order; a halt ends the work before that call runs (S3.52, M3.05). */
  readonly beforeTool?: ((call: ToolCall, soFar: WorkSoFar) => Promise<CallDecision>) | undefined;
  /** Milliseconds of one model call, `limits.callMs`; 120,000 where absent (behaviours 6.4). */
  readonly callMs?: number | undefined;
  /** Size at which old tool results leave the prompt (agent/conversation/trim); `WINDOW` where absent. */
  readonly window?: number | undefined;
  /** The agents that a spec can name; none where absent. */
  readonly agents?: ReadonlyMap<string, Spec> | undefined;
  /** Told of everything that happens, at once. Must not throw. */
  readonly tell?: ((event: SessionEvent) => void) | undefined;
  /** Takes out what somebody wants to say to the agent that was started; asked after each round of tools and at its end (S3.54, M3.06). */
  readonly steer?: (() => readonly string[]) | undefined;
  /** Names the session in events and signals; made of agent and time where absent. */
  readonly session?: string | undefined;
}

/** What the agent that was started and all below it have in common. */
interface Session {
  readonly id: string;
  /** How deep agents may be nested below the first (C3.05). */
  readonly depth: number;
  signals: readonly LearnSignal[];
}

/** One conversation under way. */
export interface Talk {
  readonly agent: Spec;
  readonly goal: string;
  readonly env: AgentEnv;
  readonly format: Prompt["format"];
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly session: Session;
  /** The name of the agent after those above it, such as `root/code-reader-2`. */
  readonly id: string;
  readonly depth: number;
  messages: readonly Message[];
  /** Size at which old tool results leave the prompt (agent/conversation/trim); smaller once the model found a prompt too long. */
  window: number;
  turns: number;
  calls: readonly CallMade[];
  /** Of all calls, in order (agent/conversation/repetition). */
  signatures: readonly string[];
  /** Files as this agent last saw them. */
  readonly seen: SeenFiles;
  stumbles: number;
  /** It was told that it goes round in circles. */
  warned: boolean;
  /** It was said that the conversation is long. */
  crowded: boolean;
}

export interface Closing {
  readonly end: ConversationEnd;
  /** What the model said last. */
  readonly text: string;
  /** The gate's reason for a halt, else null. */
  readonly reason: string | null;
}

/** Opens a conversation with a goal as its first message; the agent's time begins (C3.02). Throws only for our own mistakes. */
export function beginTalk(agent: Spec, goal: string, env: AgentEnv, format?: Prompt["format"]): Talk {
  const now = env.clock.now();
  const session = { id: env.session ?? `${agent.name}-${now}`, depth: agent.limits.depth, signals: [] };
  const place = { session, id: agent.name, depth: 0, until: now + agent.limits.ms };
  return opened(agent, { goal, text: goal }, { ...place, env, format });
}

/**
 * Opens the conversation of an agent below another. `text` is its first message. It gets no more time than its caller has left; what
 * somebody says to the first agent is not for it (S3.07).
 */
export function beginTalkBelow(caller: Talk, agent: Spec, given: { readonly goal: string; readonly text: string }): Talk {
  const { session, depth, env, until } = caller;
  const place = { session, id: `${caller.id}/${agent.name}-${caller.calls.length + 1}`, depth: depth + 1 };
  return opened(agent, given, {
    ...place,
    until: Math.min(until, env.clock.now() + agent.limits.ms),
    env: { ...env, steer: undefined },
    format: undefined,
  });
}

function opened(
  agent: Spec,
  { goal, text }: { readonly goal: string; readonly text: string },
  place: Pick<Talk, "session" | "id" | "depth" | "until" | "env" | "format">,
): Talk {
  if (agent.tools.length > 0 && place.env.toolAccess === undefined) throw new Error(`bug: the ${agent.name} has tools but no hands`);
  const fresh = { turns: 0, calls: [], signatures: [], stumbles: 0, warned: false, crowded: false, seen: seenFiles() };
  const tools = [...toolsGiven(agent.tools, modelIdOf(agent.tier, place.env.models), place.env.web !== undefined)];
  return {
    ...place,
    ...fresh,
    agent: { ...agent, tools },
    goal,
    messages: [{ role: "user", text }],
    window: place.env.window ?? PROMPT_WINDOW,
  };
}

/** Adds what we say next. */
export function addUserMessage(talk: Talk, text: string): void {
  talk.messages = [...talk.messages, { role: "user", text }];
}

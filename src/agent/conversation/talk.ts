/** Holds the state of an agent's conversation: its input, its progress, and its possible ends. */
import type { Spec } from "#agent/specs/spec.ts";
import { modelIdOf, toolsFor as toolsGiven } from "#agent/tools/align.ts";
import { type SeenFiles, seenFiles } from "#agent/tools/seen-files.ts";
import type { Past } from "#agent/window/fresh-start.ts";
import { PROMPT_WINDOW } from "#agent/window/size.ts";
import type { LearnSignal } from "#core/events/data/tool-problem.ts";
import type { Message, Prompt } from "#ports/model.ts";
import type { AgentEnv, CallMade } from "./agent-env.ts";
import type { ConversationEnd } from "./session-event.ts";

/** What the started agent shares with all agents below it. */
interface Session {
  readonly id: string;
  /** How deep agents may be nested below the first. */
  readonly depth: number;
  signals: readonly LearnSignal[];
}

/** A conversation in progress. */
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
  /** Grows at its end only, until the conversation begins afresh. */
  messages: readonly Message[];
  /** What a fresh start is made of. */
  past: Past;
  /** Bytes beyond the first message that were sent again since then, summed over the turns. */
  again: number;
  /** Size in bytes at which the conversation begins afresh; smaller once the model refused a prompt as too long. */
  window: number;
  /** Most tokens of a reply; more once an answer was cut off. */
  maxTokens: number;
  turns: number;
  calls: readonly CallMade[];
  /** Signatures of all calls, in order, to detect repetition. */
  signatures: readonly string[];
  /** Files as this agent last saw them. */
  readonly seen: SeenFiles;
  stumbles: number;
  /** The agent was warned that it repeats itself. */
  warned: boolean;
  /** The warning about a long conversation was emitted. */
  crowded: boolean;
}

/** How a conversation ended. `text`: the model's last words. `reason`: the gate's for a halt, else null. */
export interface Closing {
  readonly end: ConversationEnd;
  readonly text: string;
  readonly reason: string | null;
}

/** Opens a conversation with a goal as its first message; the agent's time starts. Throws only for a bug. */
export function beginTalk(agent: Spec, goal: string, env: AgentEnv, format?: Prompt["format"]): Talk {
  const now = env.clock.now();
  const session = { id: env.session ?? `${agent.name}-${now}`, depth: agent.limits.depth, signals: [] };
  const place = { session, id: agent.name, depth: 0, until: now + agent.limits.ms };
  return opened(agent, { goal, text: goal }, { ...place, env, format });
}

/**
 * Opens the conversation of an agent below another. `text` is its first message. It gets no more time than its caller
 * has left; the user's messages go to the first agent only.
 */
export function beginTalkBelow(
  caller: Talk,
  agent: Spec,
  given: { readonly goal: string; readonly text: string },
): Talk {
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
  if (agent.tools.length > 0 && place.env.toolAccess === undefined)
    throw new Error(`bug: the ${agent.name} has tools but no hands`);
  const initial = {
    turns: 0,
    again: 0,
    calls: [],
    signatures: [],
    stumbles: 0,
    warned: false,
    crowded: false,
    seen: seenFiles(),
  };
  const tools = [...toolsGiven(agent.tools, modelIdOf(agent.tier, place.env.models), place.env.web !== undefined)];
  return {
    ...place,
    ...initial,
    agent: { ...agent, tools },
    goal,
    maxTokens: agent.limits.maxTokens,
    messages: [{ role: "user", text }],
    past: { goal: text, messages: [], calls: [], texts: [] },
    window: place.env.window ?? PROMPT_WINDOW,
  };
}

/** Adds a message of the user. */
export function addUserMessage(talk: Talk, text: string): void {
  talk.past = { ...talk.past, messages: [...talk.past.messages, text] };
  talk.messages = [...talk.messages, { role: "user", text }];
}

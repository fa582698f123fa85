/** Defines what a caller gives an agent: model, tool access, limits, and callbacks that gate, observe and steer it. */
import type { Spec } from "#agent/specs/spec.ts";
import type { WebAccess } from "#agent/tools/tool.ts";
import type { Tier } from "#core/config/tier.ts";
import type { Clock } from "#ports/clock.ts";
import type { Model, ToolCall } from "#ports/model.ts";
import type { ToolAccess } from "#ports/tool-access.ts";
import type { SessionEvent } from "./session-event.ts";

/** The gate's decision about a call that is about to run. */
export type CallDecision = { readonly kind: "go" } | { readonly kind: "halt"; readonly reason: string };

/**
 * A call as the auditor sees it: its target cut at 200 characters, its error at 150. `printed`: the head and the tail
 * of what a command printed, with how it ended; "" for other tools.
 */
export interface CallMade {
  readonly tool: string;
  readonly target: string;
  readonly printed: string;
  readonly failed: boolean;
  readonly error: string | null;
}

/** The part of the conversation that the auditor sees. */
export interface WorkSoFar {
  readonly agent: string;
  readonly goal: string;
  readonly turns: number;
  readonly calls: readonly CallMade[];
}

/** The surroundings of an agent, given by its caller. */
export interface AgentEnv {
  readonly model: Model;
  /** Needed by a role that has tools. */
  readonly toolAccess?: ToolAccess | undefined;
  /** Absent where the configuration allows no host: then no role has `fetch`. */
  readonly web?: WebAccess | undefined;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** From a tier to a model's id: `config.models`. */
  readonly models: Readonly<Record<Tier, string>>;
  /**
   * Asked before every valid call of a tool or of another agent, in order; a halt ends the work before that call runs.
   * Of calls that run side by side the later ones are asked about before the earlier ones have ended.
   */
  readonly beforeTool?: ((call: ToolCall, soFar: WorkSoFar) => Promise<CallDecision>) | undefined;
  /** Milliseconds that a model may be silent, `limits.callMs`; 120,000 where absent. */
  readonly callMs?: number | undefined;
  /** Size in bytes at which a conversation begins afresh; `PROMPT_WINDOW` where absent. */
  readonly window?: number | undefined;
  /** The agents that a spec can name; none where absent. */
  readonly agents?: ReadonlyMap<string, Spec> | undefined;
  /** Receives every event at once. Must not throw. */
  readonly tell?: ((event: SessionEvent) => void) | undefined;
  /**
   * Takes the queued messages of the user to the started agent; asked after each round of tools and at the agent's end.
   */
  readonly steer?: (() => readonly string[]) | undefined;
  /** Names the session in events and signals; made of agent and time where absent. */
  readonly session?: string | undefined;
}

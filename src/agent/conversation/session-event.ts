/** Defines the events that an agent emits while it works, for observers and logs. No decision depends on them. */
import type { LearnSignal, ToolProblemKind } from "#core/events/data/tool-problem.ts";
import type { ModelUsage } from "#core/values/usage.ts";
import type { Finish } from "#ports/model.ts";

/**
 * Why an agent ended: by itself, at one of its limits, by a gate, by the model's refusal, cut twice at the reply's
 * limit, or because it repeated itself.
 */
export type ConversationEnd = "done" | "turns" | "time" | "halted" | "refused" | "cut" | "looping";

/**
 * How an agent's session ended: as its conversation did, or by an exception: interrupted from outside, or broken by a
 * failure.
 */
export type SessionEnd = ConversationEnd | "interrupted" | "broken";

/** The event without its time and agent. `Kinds` lists all of them. */
export type SessionEventBody = {
  readonly [Kind in keyof Kinds]: { readonly kind: Kind; readonly data: Kinds[Kind] };
}[keyof Kinds];

/**
 * `timestamp`: milliseconds since the epoch. `agentId`: the agent and those above it. `depth`: 0 for the agent that was
 * started.
 */
export type SessionEvent = SessionEventBody & {
  readonly timestamp: number;
  readonly agentId: string;
  readonly depth: number;
};

/** The kinds of events, each with its data. */
interface Kinds {
  readonly session_start: { readonly sessionId: string; readonly agent: string; readonly goal: string };
  /** Always the last event of its agent, also after an exception. `stumbles` as in `Work`. */
  readonly session_end: {
    readonly end: SessionEnd;
    readonly success: boolean;
    readonly stumbles: number;
    readonly turns: number;
  };
  /** The start of a turn: the size of the conversation, in estimated tokens. */
  readonly perceive: { readonly turn: number; readonly messages: number; readonly tokens: number };
  readonly plan_start: { readonly turn: number; readonly model: string };
  readonly plan_end: {
    readonly turn: number;
    readonly finish: Finish;
    readonly text: string;
    readonly calls: readonly string[];
    readonly spend: ModelUsage;
  };
  /** A goal is given to another agent, whose own events lie between `act_start` and `act_end`. */
  readonly act_start: { readonly agent: string; readonly goal: string; readonly hints: readonly string[] };
  readonly act_end: {
    readonly agent: string;
    readonly success: boolean;
    readonly stumbles: number;
    readonly turns: number;
    readonly output: string;
  };
  readonly primitive_start: { readonly tool: string; readonly input: unknown };
  /** `output`: whole, as the tool gave it; the model may have got less of it. */
  readonly primitive_end: { readonly tool: string; readonly success: boolean; readonly output: string };
  readonly verify: { readonly name: string; readonly stumbled: boolean; readonly kinds: readonly ToolProblemKind[] };
  readonly learn_signal: LearnSignal;
  readonly steering: { readonly text: string };
  readonly warning: { readonly text: string };
  readonly error: { readonly text: string };
}

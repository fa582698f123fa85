/** What an agent tells while it works: for whoever watches or keeps a log. Nothing is ever decided by it (S3.33). */
import type { LearnSignal, ToolProblemKind } from "#core/events/data/tool-problem.ts";
import type { ModelUsage } from "#core/values/usage.ts";
import type { Finish } from "#ports/model.ts";

/** Why an agent ended: by itself, at one of its limits, by a gate, by the model's refusal, cut twice at the reply's limit, or in circles. */
export type ConversationEnd = "done" | "turns" | "time" | "halted" | "refused" | "cut" | "looping";

/** How an agent's session ended: as its conversation did, or thrown out of it: stopped from outside, or by something broken. */
export type SessionEnd = ConversationEnd | "interrupted" | "broken";

/** What happened, without who and when. `Kinds` says which can happen. */
export type SessionEventBody = { readonly [Kind in keyof Kinds]: { readonly kind: Kind; readonly data: Kinds[Kind] } }[keyof Kinds];

/** `timestamp`: milliseconds since the epoch. `agentId`: the agent and those above it. `depth`: 0 for the one that was started. */
export type SessionEvent = SessionEventBody & {
  readonly timestamp: number;
  readonly agentId: string;
  readonly depth: number;
};

/**
 * The kinds that exist here. Of S3.33 there are no recall, plan_delta, learn_start, learn_mutation and learn_end: nothing recalls,
 * learns, or shows half a reply (C3.12).
 */
interface Kinds {
  readonly session_start: { readonly sessionId: string; readonly agent: string; readonly goal: string };
  /** Always the last of its agent, also after a throw (C3.10). `stumbles` as in `Work`. */
  readonly session_end: { readonly end: SessionEnd; readonly success: boolean; readonly stumbles: number; readonly turns: number };
  /** What a turn begins with: the size of the conversation, in tokens as far as they can be estimated (S3.38, S3.56). */
  readonly perceive: { readonly turn: number; readonly messages: number; readonly tokens: number };
  readonly plan_start: { readonly turn: number; readonly model: string };
  readonly plan_end: {
    readonly turn: number;
    readonly finish: Finish;
    readonly text: string;
    readonly calls: readonly string[];
    readonly spend: ModelUsage;
  };
  /** A goal is given to another agent, whose own events lie between the two. */
  readonly act_start: { readonly agent: string; readonly goal: string; readonly hints: readonly string[] };
  readonly act_end: {
    readonly agent: string;
    readonly success: boolean;
    readonly stumbles: number;
    readonly turns: number;
    readonly output: string;
  };
  readonly primitive_start: { readonly tool: string; readonly input: unknown };
  /** `output`: whole, as the tool gave it; the model may have seen less of it (S3.27, S3.52). */
  readonly primitive_end: { readonly tool: string; readonly success: boolean; readonly output: string };
  readonly verify: { readonly name: string; readonly stumbled: boolean; readonly kinds: readonly ToolProblemKind[] };
  readonly learn_signal: LearnSignal;
  readonly steering: { readonly text: string };
  readonly warning: { readonly text: string };
  readonly error: { readonly text: string };
}

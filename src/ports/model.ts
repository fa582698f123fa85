/** The model as we use it: stateless turns, tools, answers as data. One adapter a provider. */
import type { Effort } from "#core/config/role-settings.ts";
import type { Tier } from "#core/config/tier.ts";
import type { ModelUsage, Price } from "#core/values/usage.ts";

/** A call of a tool that the model asks for. `input` is as the model sent it: not checked yet. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** The answer of a tool. `failed` tells the model that the call did not do what it wanted. */
export interface ToolResult {
  readonly id: string;
  readonly text: string;
  readonly failed: boolean;
}

export type Message =
  | { readonly role: "user"; readonly text: string }
  /** `raw` is the provider's own content, returned to it unchanged (thinking blocks are bound to it). */
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly ToolCall[]; readonly raw: unknown }
  | { readonly role: "tools"; readonly results: readonly ToolResult[] };

/** A tool as the model sees it. `input` is a JSON Schema. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface Prompt {
  /** The role or agent that asks, by its name: for whoever counts what each costs. No provider is told. */
  readonly agent: string;
  /** A tier (`best balanced fast`) or a concrete id, which passes through. */
  readonly model: Tier | (string & {});
  /** Byte-identical across runs and repositories for one role: no path, no date, no state of git. */
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  readonly messages: readonly Message[];
  /** JSON Schema of the final answer; absent where prose is wanted. */
  readonly format?: Readonly<Record<string, unknown>>;
  /** How much the model thinks; absent: as much as it does by itself. A model that takes no effort is not told. */
  readonly effort?: Effort;
  /** Most tokens that the reply may have, thinking included. */
  readonly maxTokens: number;
  /** Milliseconds until the call is given up, retries of the adapter included. */
  readonly deadline: number;
  /** Milliseconds without a sign of life, such as a ping, after which it is asked again. Absent: `deadline`. */
  readonly silence?: number;
}

/** The reason why the model ended its turn. `cut` = it ran into `maxTokens`; `refused` = it will not answer. */
export type Finish = "done" | "tools" | "cut" | "refused";

export interface ModelReply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly finish: Finish;
  readonly usage: ModelUsage;
  readonly raw: unknown;
}

export interface Model {
  /**
   * One turn. Retries what is transient within the deadline; then throws `Failure("model")`, retryable or not.
   * Throws `Interrupted` when `signal` is aborted. Not idempotent: every call costs.
   */
  reply(prompt: Prompt, signal: AbortSignal): Promise<ModelReply>;
  /** Dollars for a million tokens of this model; null when the price is not known. Throws nothing. */
  price(model: string): Price | null;
}

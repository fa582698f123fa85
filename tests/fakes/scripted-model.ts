/** A model that plays a script, role by role: it knows a role by the first line of its system prompt. */
import { type ModelUsage, NO_USAGE, type Price } from "#core/values/usage.ts";
import { Interrupted } from "#ports/failure.ts";
import type { Model, ModelReply, Prompt, ToolCall } from "#ports/model.ts";

/** A reply, or what makes one of the prompt that came in. It may throw what a model may throw. */
export type Turn = Partial<ModelReply> | ((prompt: Prompt, signal: AbortSignal) => Partial<ModelReply> | Promise<Partial<ModelReply>>);

export interface ScriptedModel extends Model {
  /** Every prompt that came in, in order, with the role that sent it. */
  readonly prompts: readonly { readonly role: string; readonly prompt: Prompt }[];
  /** How many turns of the script were not played, by role; roles with none are left out. */
  left(): Readonly<Record<string, number>>;
}

export interface ScriptOptions {
  readonly price?: Price | null;
}

/** What a turn costs unless it says otherwise. */
export const TURN_SPEND: ModelUsage = { ...NO_USAGE, calls: 1, input: 100, output: 10, dollars: 0.001 };

/** Plays the turns of each role in order. `reply` throws an `Error` for a role without turns left: the script or the product is wrong. */
export function scriptedModel(script: Readonly<Record<string, readonly Turn[]>>, options: ScriptOptions = {}): ScriptedModel {
  const queues = new Map(Object.entries(script).map(([role, turns]) => [role, [...turns]]));
  const prompts: { role: string; prompt: Prompt }[] = [];
  return {
    prompts,
    left: () => Object.fromEntries([...queues].filter(([, turns]) => turns.length > 0).map(([role, turns]) => [role, turns.length])),
    price: () => (options.price === undefined ? { input: 3, output: 15 } : options.price),
    reply: async (prompt, signal) => {
      if (signal.aborted) throw new Interrupted("aborted");
      const role = /^You are the ([a-z-]+) of Loopwright\./.exec(prompt.system)?.[1] ?? "unknown";
      prompts.push({ role, prompt });
      const turn = queues.get(role)?.shift();
      const calls = prompts.filter((one) => one.role === role).length;
      if (turn === undefined) throw new Error(`the script has no turn number ${calls} for the ${role}`);
      return complete(typeof turn === "function" ? await turn(prompt, signal) : turn, prompts.length);
    },
  };
}

/** A turn that ends with these words. */
export function says(text: string): Partial<ModelReply> {
  return { text };
}

/** A turn that ends with this value as JSON. */
export function answers(value: unknown): Partial<ModelReply> {
  return { text: JSON.stringify(value) };
}

/** A turn that calls tools: pairs of name and input. The script gives each an id of its own. */
export function calls(...wanted: readonly (readonly [name: string, input: unknown])[]): Partial<ModelReply> {
  return { calls: wanted.map(([name, input]): ToolCall => ({ id: "", name, input })) };
}

function complete(turn: Partial<ModelReply>, number: number): ModelReply {
  const text = turn.text ?? "";
  const wanted = (turn.calls ?? []).map((call, index) => (call.id === "" ? { ...call, id: `call-${number}-${index + 1}` } : call));
  const finish = turn.finish ?? (wanted.length > 0 ? "tools" : "done");
  return { text, calls: wanted, finish, usage: turn.usage ?? TURN_SPEND, raw: turn.raw ?? null };
}

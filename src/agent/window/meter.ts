/**
 * Meters a model: reserves the worst price before a call, records the usage after it, refuses a call that would exceed
 * a cap.
 */
import type { AttributedUsage, ModelUsage, Price } from "#core/values/usage.ts";
import { addUsage, dollarsOf, NO_USAGE, tokensOf } from "#core/values/usage.ts";
import { Failure, Interrupted } from "#ports/failure.ts";
import type { Model, Prompt } from "#ports/model.ts";
import { bytesOf, sizeOf } from "./size.ts";

/** Hard caps on all usage of a run, including earlier usage; null = none. Tokens and dollars. */
export interface UsageCaps {
  readonly tokens: number | null;
  readonly dollars: number | null;
}

export interface MeteredModel extends Model {
  /**
   * The usage since the last take, by who asked: whole calls that have ended. A failed call counts as a call without
   * tokens; an interrupted one had been sent, so its prompt counts as estimated: endless interruptions must reach the
   * cap too.
   */
  take(): AttributedUsage;
}

/** The highest usage that a call may have. */
interface Reservation {
  readonly tokens: number;
  readonly dollars: number;
  /** The prompt alone: the usage of an interrupted call. */
  readonly prompt: ModelUsage;
}

/**
 * The same model behind the caps. `reply` throws `Failure("budget", not retryable)` before anything is sent when the
 * worst price of the call, with all calls under way, would exceed a cap, or when dollars are capped and the model's
 * price is not known.
 */
export function meterModel(model: Model, caps: UsageCaps, spentBefore: ModelUsage): MeteredModel {
  let total = spentBefore;
  const taken = new Map<string, ModelUsage>();
  const open = new Set<Reservation>();
  const settle = (agent: string, spend: ModelUsage) => {
    total = addUsage(total, spend);
    taken.set(agent, addUsage(taken.get(agent) ?? NO_USAGE, spend));
  };
  return {
    price: (name) => model.price(name),
    reply: async (prompt, signal) => {
      const reservation = reserve(prompt, model.price(prompt.model), caps);
      check([...open, reservation], total, caps);
      open.add(reservation);
      let spend: ModelUsage = { ...NO_USAGE, calls: 1 };
      try {
        const reply = await model.reply(prompt, signal);
        spend = reply.usage;
        return reply;
      } catch (error) {
        if (error instanceof Interrupted) spend = reservation.prompt;
        throw error;
      } finally {
        open.delete(reservation);
        settle(prompt.agent, spend);
      }
    },
    take: () => {
      const spend = [...taken.values()].reduce(addUsage, NO_USAGE);
      const by = Object.fromEntries(taken);
      taken.clear();
      return { ...spend, by };
    },
  };
}

/** Estimates the prompt at 3.5 bytes a token, all of it written to the cache, and a reply of the greatest length. */
function reserve(prompt: Prompt, price: Price | null, caps: UsageCaps): Reservation {
  const input = Math.ceil(sizeOfPrompt(prompt) / 3.5);
  const worst = { input: 0, output: prompt.maxTokens, cacheRead: 0, cacheWrite: input };
  const dollars = dollarsOf(worst, price);
  if (dollars === null && caps.dollars !== null)
    throw refusal(
      `the price of ${prompt.model} is not known, so limits.dollars cannot be kept; name a model with a known ` +
        "price or set limits.tokens instead",
    );
  const sent = { input: 0, output: 0, cacheRead: 0, cacheWrite: input };
  return {
    tokens: input + prompt.maxTokens,
    dollars: dollars ?? 0,
    prompt: { ...sent, calls: 1, dollars: dollarsOf(sent, price) },
  };
}

function check(open: readonly Reservation[], spent: ModelUsage, caps: UsageCaps): void {
  const tokens = open.reduce((sum, reservation) => sum + reservation.tokens, 0);
  if (caps.tokens !== null && tokensOf(spent) + tokens > caps.tokens)
    throw refusal(`${tokensOf(spent)} tokens spent and up to ${tokens} more needed, limits.tokens is ${caps.tokens}`);
  if (caps.dollars === null) return;
  if (spent.dollars === null)
    throw refusal("a model without a known price was used before, so limits.dollars cannot be kept");
  const dollars = open.reduce((sum, reservation) => sum + reservation.dollars, 0);
  if (spent.dollars + dollars > caps.dollars)
    throw refusal(
      `$${spent.dollars.toFixed(4)} spent and up to $${dollars.toFixed(4)} more needed, limits.dollars is ` +
        `$${caps.dollars}`,
    );
}

function refusal(why: string): Failure {
  return new Failure("budget", `the budget does not allow this call: ${why}`, { retryable: false });
}

function sizeOfPrompt({ system, tools, messages, format }: Prompt): number {
  const head = bytesOf(JSON.stringify([system, tools, format ?? null]));
  return messages.reduce((sum, message) => sum + sizeOf(message), head);
}

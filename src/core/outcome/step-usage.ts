/** Sums up what a run cost: each step over all iterations, and each role and agent over all steps. */
import type { Step } from "#core/events/data/step.ts";
import type { Event } from "#core/events/event.ts";
import { addUsage, type ModelUsage, NO_USAGE, tokensOf } from "#core/values/usage.ts";
import { stepOf, transitionsOf } from "./transition.ts";

/** `usage` and `ms` of all times that a step was done; `ms` counts those that came to an end. */
export interface StepUsage {
  readonly step: Step;
  readonly usage: ModelUsage;
  readonly ms: number;
}

/**
 * The steps that asked a model or took time, those with the most tokens first. Their usages sum up to that of the run.
 * Throws on a bug: events that do not begin a run. Pure.
 */
export function stepUsageOf(events: readonly Event[]): readonly StepUsage[] {
  const sums = new Map<Step, StepUsage>();
  for (const transition of transitionsOf(events)) {
    const { spend, took } = transition.event;
    if (spend === undefined && took === undefined) continue;
    const step = stepOf(transition);
    const { usage, ms } = sums.get(step) ?? { usage: NO_USAGE, ms: 0 };
    sums.set(step, { step, usage: addUsage(usage, spend ?? NO_USAGE), ms: ms + (took?.ms ?? 0) });
  }
  return [...sums.values()].sort((a, b) => tokensOf(b.usage) - tokensOf(a.usage));
}

/** `agent`: the name of the role or agent; null for what a journal of an earlier version does not tell apart. */
export interface AgentUsage {
  readonly agent: string | null;
  readonly usage: ModelUsage;
}

/** Who asked a model, those with the most tokens first. Their usages sum up to that of the run. Pure. */
export function agentUsageOf(events: readonly Event[]): readonly AgentUsage[] {
  const sums = new Map<string | null, ModelUsage>();
  for (const { spend } of events) {
    if (spend === undefined) continue;
    const parts: readonly (readonly [string | null, ModelUsage])[] =
      spend.by === undefined ? [[null, spend]] : Object.entries(spend.by);
    for (const [agent, usage] of parts) sums.set(agent, addUsage(sums.get(agent) ?? NO_USAGE, usage));
  }
  const found = [...sums].map(([agent, usage]) => ({ agent, usage }));
  return found.sort((a, b) => tokensOf(b.usage) - tokensOf(a.usage));
}

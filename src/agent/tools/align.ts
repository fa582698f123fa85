/**
 * Chooses the model of a role, and the tools for that model: in place of `edit_file`, the patch format that a provider
 * trained its models on. Pure.
 */
import { providerOf, wireIdOf } from "#core/config/model-provider.ts";
import { type Models, Tier } from "#core/config/tier.ts";
import type { ToolName } from "./tool.ts";

/** The concrete id behind a role's tier; an id passes through. */
export function modelIdOf(tier: string, models: Models): string {
  const read = Tier.safeParse(tier);
  return read.success ? models[read.data] : tier;
}

/**
 * The tools of a role for a concrete model: a model of OpenAI gets `apply_patch` in place of `edit_file`, every other
 * one the reverse; never both.
 */
export function alignTools(tools: readonly ToolName[], model: string): readonly ToolName[] {
  const place = providerOf(wireIdOf(model));
  const patches = place.kind === "known" && place.provider === "openai";
  const [wanted, other]: readonly [ToolName, ToolName] = patches
    ? ["apply_patch", "edit_file"]
    : ["edit_file", "apply_patch"];
  return [...new Set(tools.map((tool) => (tool === other ? wanted : tool)))];
}

/** The tools that a role gets: aligned with its model, and `fetch` only where the configuration allows hosts. */
export function toolsFor(tools: readonly ToolName[], model: string, hasWeb: boolean): readonly ToolName[] {
  return alignTools(tools, model).filter((tool) => tool !== "fetch" || hasWeb);
}

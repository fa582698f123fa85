/** Which model a role asks, and which tools that model is given: what its provider taught it comes in the place of what it did not (S3.17). Pure. */
import { providerOf, wireIdOf } from "#core/config/provider.ts";
import { type Models, Tier } from "#core/config/tier.ts";
import type { ToolName } from "./tool.ts";

/** The concrete id behind a role's tier; an id passes through (S3.16). */
export function modelIdOf(tier: string, models: Models): string {
  const read = Tier.safeParse(tier);
  return read.success ? models[read.data] : tier;
}

/** The tools of a role for a concrete model: one of OpenAI's own gets `apply_patch` where `edit_file` stands, every other the reverse; never both. */
export function alignTools(tools: readonly ToolName[], model: string): readonly ToolName[] {
  const place = providerOf(wireIdOf(model));
  const patches = place.kind === "known" && place.provider === "openai";
  const [wanted, other]: readonly [ToolName, ToolName] = patches ? ["apply_patch", "edit_file"] : ["edit_file", "apply_patch"];
  return [...new Set(tools.map((tool) => (tool === other ? wanted : tool)))];
}

/** What a role is given of its tools: aligned with its model, and `fetch` only where hosts are allowed (C3.09). */
export function toolsFor(tools: readonly ToolName[], model: string, hasWeb: boolean): readonly ToolName[] {
  return alignTools(tools, model).filter((tool) => tool !== "fetch" || hasWeb);
}

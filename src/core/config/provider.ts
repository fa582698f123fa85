/** Which provider has a model, told by its id alone (S3.16). */
import * as z from "zod";
import { type Models, Tier } from "./tier.ts";

export const Provider = z.enum(["anthropic", "openai"]);
export type Provider = z.infer<typeof Provider>;

/** Who has the model, and the id that the service is told; or why nobody we can ask has it. */
export type ModelProvider =
  | { readonly kind: "known"; readonly provider: Provider; readonly id: string }
  | { readonly kind: "unknown"; readonly why: string };

/** Ids that tell their provider by how they begin. */
const PREFIXES: readonly (readonly [RegExp, Provider])[] = [
  [/^claude-/, "anthropic"],
  [/^gpt-/, "openai"],
  [/^o[134](-|$)/, "openai"],
];

/** `openai:llama-4` and its like: the provider is said, the id is whatever its service knows. */
const SAID = /^(anthropic|openai):(.*)$/;

const SHAPE = /^[\w.:@/-]+$/;

/** The provider of a concrete id (S3.16). */
export function providerOf(name: string): ModelProvider {
  const id = wireIdOf(name);
  if (!SHAPE.test(id)) return { kind: "unknown", why: `${name} is no id of a model` };
  const said = Provider.safeParse(SAID.exec(name)?.[1]);
  if (said.success) return { kind: "known", provider: said.data, id };
  const found = PREFIXES.find(([begins]) => begins.test(name));
  if (found !== undefined) return { kind: "known", provider: found[1], id };
  return { kind: "unknown", why: name.startsWith("gemini-") ? geminiWhy(name) : unknownWhy(name) };
}

/** The id that the service is told: without the provider. */
export function wireIdOf(name: string): string {
  return SAID.exec(name)?.[2] ?? name;
}

/** An id that OpenAI itself has not: it needs the address of whoever has it. */
function isElsewhere({ provider, id }: Extract<ModelProvider, { kind: "known" }>): boolean {
  return provider === "openai" && /^(gemini|claude)-/.test(id);
}

/** Whom we have a key for, and whether an address other than OpenAI's own is set. */
export interface ProviderAccess {
  readonly keys: readonly Provider[];
  readonly elsewhere: boolean;
}

/** What must be set before this model can be asked. `model`: as the setting names it. */
export interface MissingCredential {
  readonly what: "key" | "address";
  readonly provider: Provider;
  readonly model: string;
}

/** The models that a run may ask: those of all tiers, and the ids that roles name themselves. `tiers`: of the roles. */
export function modelsOf(models: Models, tiers: Iterable<string>): readonly string[] {
  const own = [...tiers].filter((tier) => !Tier.safeParse(tier).success);
  return [...new Set([...Tier.options.map((tier) => models[tier]), ...own])];
}

/** The first thing that is missing for these models; null when all of them can be asked (S3.16). */
export function missingCredentialOf(
  names: readonly string[],
  { keys, elsewhere }: ProviderAccess,
): MissingCredential | null {
  for (const model of names) {
    const place = providerOf(model);
    if (place.kind === "unknown") continue;
    const { provider } = place;
    if (!keys.includes(provider)) return { what: "key", provider, model };
    if (isElsewhere(place) && !elsewhere) return { what: "address", provider, model };
  }
  return null;
}

/** The variable that a lack is mended by, such as `OPENAI_API_KEY`. */
export function credentialVariableOf({ what, provider }: Omit<MissingCredential, "model">): string {
  return `${provider.toUpperCase()}_${what === "key" ? "API_KEY" : "BASE_URL"}`;
}

function geminiWhy(name: string): string {
  return `${name}: Google's own API is not built in; write openai:${name} and set OPENAI_BASE_URL to an address that speaks OpenAI's API for it`;
}

function unknownWhy(name: string): string {
  return `${name} does not say whose it is: ids begin with claude-, gpt-, o1-, o3- or o4-; write openai:${name} for a model at an address that speaks OpenAI's API`;
}

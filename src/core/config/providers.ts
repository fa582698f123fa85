/** The table of providers: how each is told by an id, reached and paid. Adding a provider of models begins here. */
import * as z from "zod";
import type { Tariff } from "#core/values/usage.ts";
import type { Models } from "./tier.ts";

export const Provider = z.enum(["anthropic", "openai"]);
export type Provider = z.infer<typeof Provider>;

/** Variables of workload identity, by which a provider trusts an issuer in place of a key. */
export interface FederationVariables {
  readonly rule: string;
  readonly organization: string;
  readonly serviceAccount: string;
  readonly workspace: string;
  /** The file in which an issuer renews the identity token: of a server or a command line. */
  readonly identityFile: string;
  /** The audience that a job asks its identity for, and the one where none is set. */
  readonly audience: string;
  readonly usualAudience: string;
}

/**
 * What the product knows of a provider. Variables are those of the environment; a job takes them as inputs
 * (`inputOf`).
 */
export interface ProviderFacts {
  /** Ids of its models begin so, or are exactly so; every other id is written with the provider: `openai:<id>`. */
  readonly prefixes: readonly string[];
  readonly ids: readonly string[];
  /** The variable that holds its key: a secret. */
  readonly key: string;
  /** The variable that holds another address, and the address where it is not set. */
  readonly address: string;
  readonly home: string;
  /** Null where it takes keys only. */
  readonly federation: FederationVariables | null;
  /** Its models behind the tiers, where the configuration names none. */
  readonly tiers: Models;
  /** Ids of its models that take an effort begin so. */
  readonly effort: readonly string[];
  /** By id without its date. A model that is not here has no known price. */
  readonly prices: Readonly<Record<string, Tariff>>;
}

export const PROVIDERS: Readonly<Record<Provider, ProviderFacts>> = {
  anthropic: {
    prefixes: ["claude-"],
    ids: [],
    key: "ANTHROPIC_API_KEY",
    address: "ANTHROPIC_BASE_URL",
    home: "https://api.anthropic.com",
    // The names of Anthropic's SDK: https://platform.claude.com/docs/en/manage-claude/wif-providers/github-actions
    federation: {
      rule: "ANTHROPIC_FEDERATION_RULE_ID",
      organization: "ANTHROPIC_ORGANIZATION_ID",
      serviceAccount: "ANTHROPIC_SERVICE_ACCOUNT_ID",
      workspace: "ANTHROPIC_WORKSPACE_ID",
      identityFile: "ANTHROPIC_IDENTITY_TOKEN_FILE",
      audience: "ANTHROPIC_OIDC_AUDIENCE",
      usualAudience: "https://api.anthropic.com",
    },
    tiers: { best: "claude-opus-5-5", balanced: "claude-sonnet-5-5", fast: "claude-haiku-5-5" },
    // https://platform.claude.com/docs/en/build-with-claude/effort
    effort: [
      "claude-fable-5",
      "claude-opus-5",
      "claude-opus-4-",
      "claude-sonnet-5",
      "claude-sonnet-4-6",
      "claude-haiku-5",
    ],
    // As of 2026-11-21: https://platform.claude.com/docs/en/about-claude/pricing
    prices: {
      "claude-fable-5-2": { price: { input: 8, output: 40 } },
      "claude-opus-5-5": { price: { input: 4, output: 20 }, cached: 0.2 },
      "claude-sonnet-5-5": { price: { input: 2, output: 10 }, cached: 0.1 },
      "claude-haiku-5-5": {
        price: { input: 0.1, output: 0.5 },
        long: { above: 100_000, price: { input: 0.5, output: 2.5 } },
      },
    },
  },
  openai: {
    prefixes: ["gpt-", "o1-", "o3-", "o4-"],
    ids: ["o1", "o3", "o4"],
    key: "OPENAI_API_KEY",
    address: "OPENAI_BASE_URL",
    // Every address ends with `/v1`, OpenAI's own and any other that a person sets.
    home: "https://api.openai.com/v1",
    federation: null,
    tiers: { best: "gpt-5.2", balanced: "gpt-5.1", fast: "gpt-5-mini" },
    effort: ["gpt-5", "o1", "o3", "o4"],
    // As of 2026-11-21, by what third parties quote of https://platform.openai.com/docs/pricing
    prices: {
      "gpt-5.2": { price: { input: 1.75, output: 14 }, cached: 0.175 },
      "gpt-5.1": { price: { input: 1.25, output: 10 }, cached: 0.125 },
      "gpt-5": { price: { input: 1.25, output: 10 }, cached: 0.125 },
      "gpt-5-mini": { price: { input: 0.25, output: 2 }, cached: 0.025 },
      "gpt-5-nano": { price: { input: 0.05, output: 0.4 }, cached: 0.005 },
      "gpt-4.1": { price: { input: 2, output: 8 }, cached: 0.5 },
      "gpt-4.1-mini": { price: { input: 0.4, output: 1.6 }, cached: 0.1 },
      o3: { price: { input: 2, output: 8 }, cached: 0.5 },
      "o4-mini": { price: { input: 1.1, output: 4.4 }, cached: 0.275 },
    },
  },
};

/** The variables that hold a key, in the order of the table. */
export const KEY_VARIABLES: readonly string[] = Provider.options.map((provider) => PROVIDERS[provider].key);

/** The variables that hold another address, in the order of the table. */
export const ADDRESS_VARIABLES: readonly string[] = Provider.options.map((provider) => PROVIDERS[provider].address);

/** The input of the Action that is handed the value of a variable: `openai-api-key` for `OPENAI_API_KEY`. */
export function inputOf(variable: string): string {
  return variable.toLowerCase().replaceAll("_", "-");
}

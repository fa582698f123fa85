import { expect, it } from "vitest";
import * as z from "zod";
import { Config } from "#core/config/config.ts";
import { credentialVariableOf, missingCredentialOf, modelsOf, providerOf } from "#core/config/model-provider.ts";
import type { Provider } from "#core/config/providers.ts";
import { withOwnModels } from "#core/config/role-settings.ts";

it.each([
  ["claude-opus-5-5", "anthropic", "claude-opus-5-5"],
  ["gpt-5.2", "openai", "gpt-5.2"],
  ["o1-mini", "openai", "o1-mini"],
  ["o3", "openai", "o3"],
  ["o4-mini-2025-04-16", "openai", "o4-mini-2025-04-16"],
  ["openai:llama-4", "openai", "llama-4"],
  ["openai:vendor/model:latest", "openai", "vendor/model:latest"],
  ["openai:gemini-3-pro", "openai", "gemini-3-pro"],
  ["anthropic:my-proxy-name", "anthropic", "my-proxy-name"],
])("%s is asked at %s as %s [S3.16, C3.11]", (name, provider, id) => {
  expect(providerOf(name)).toEqual({ kind: "known", provider, id });
});

it.each([
  { name: "gemini-3-pro", says: "write openai:gemini-3-pro and set OPENAI_BASE_URL" },
  { name: "llama-4", says: "write openai:llama-4" },
  { name: "o30", says: "does not say whose it is" },
  { name: "openai:", says: "is no id of a model" },
  { name: "two words", says: "is no id of a model" },
  { name: "mistral:large", says: "does not say whose it is" },
])("$name is refused in writing: $says [S3.16]", ({ name, says }) => {
  expect(providerOf(name)).toMatchObject({ kind: "unknown", why: expect.stringContaining(says) });
  const read = Config.safeParse({ models: { fast: name } });
  expect(read.success ? "" : z.prettifyError(read.error)).toContain(says);
});

it("maps tiers to ids of any provider, and passes concrete ids through [S3.16]", () => {
  const { models } = Config.parse({ models: { best: "gpt-5.2", fast: "openai:llama-4" } });
  expect(models).toEqual({ best: "gpt-5.2", balanced: "claude-sonnet-5-5", fast: "openai:llama-4" });
  expect(
    modelsOf(
      models,
      ["best", "o3", "fast", "gpt-5.2"].map((tier) => ({ tier })),
    ),
  ).toEqual(["gpt-5.2", "claude-sonnet-5-5", "openai:llama-4", "o3"]);
});

it("knows the model that a repository sets for a role, in place of its own", () => {
  const roles = new Map([
    ["worker", { tier: "o3" }],
    ["planner", { tier: "fast" }],
  ] as const);
  const { models } = Config.parse({});
  expect(modelsOf(models, withOwnModels(roles, { worker: { model: "gpt-5.2" }, planner: {} })).at(-1)).toBe("gpt-5.2");
  expect(modelsOf(models, withOwnModels(roles, undefined)).at(-1)).toBe("o3");
});

const BOTH: readonly Provider[] = ["anthropic", "openai"];

it.each([
  { names: ["claude-opus-5-5", "gpt-5.2"], keys: BOTH, elsewhere: false, lacks: null },
  { names: ["claude-opus-5-5"], keys: ["anthropic"] as const, elsewhere: false, lacks: null },
  { names: ["claude-opus-5-5", "gpt-5.2"], keys: ["anthropic"] as const, elsewhere: false, lacks: "OPENAI_API_KEY" },
  { names: ["gpt-5.2", "claude-opus-5-5"], keys: ["openai"] as const, elsewhere: false, lacks: "ANTHROPIC_API_KEY" },
  { names: ["openai:gemini-3-pro"], keys: BOTH, elsewhere: false, lacks: "OPENAI_BASE_URL" },
  { names: ["openai:gemini-3-pro"], keys: BOTH, elsewhere: true, lacks: null },
  { names: ["no-such-thing"], keys: BOTH, elsewhere: true, lacks: null },
])("$names with keys of $keys lacks $lacks [S3.16]", ({ names, keys, elsewhere, lacks }) => {
  const lack = missingCredentialOf(names, { keys, elsewhere });
  expect(lack && credentialVariableOf(lack)).toBe(lacks);
});

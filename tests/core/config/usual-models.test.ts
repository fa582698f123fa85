import { expect, it } from "vitest";
import { parseConfig } from "#agent/specs/config-file.ts";
import { credentialAdviceOf, missingCredentialOf, modelsOf, providerOf } from "#core/config/model-provider.ts";
import { PROVIDERS, Provider } from "#core/config/providers.ts";
import { usualModels, withUsualModels } from "#core/config/usual-models.ts";

const CLAUDE = { best: "claude-opus-5-5", balanced: "claude-sonnet-5-5", fast: "claude-haiku-5-5" };
const GPT = { best: "gpt-5.2", balanced: "gpt-5.1", fast: "gpt-5-mini" };

it.each([
  { keys: [], models: CLAUDE },
  { keys: ["anthropic"] as const, models: CLAUDE },
  { keys: ["openai"] as const, models: GPT },
  { keys: ["openai", "anthropic"] as const, models: CLAUDE },
])("puts the models of a provider with a key behind the tiers: $keys [S3.16]", ({ keys, models }) => {
  expect(usualModels(keys)).toEqual(models);
  expect(parseConfig(null, keys).models).toEqual(models);
  expect(parseConfig("label: go\n", keys)).toMatchObject({ label: "go", models });
});

it.each(Provider.options)("asks models of %s alone, at known prices, with its key alone [S3.16]", (provider) => {
  const { models } = parseConfig("", [provider]);
  expect(modelsOf(models, []).map((id) => providerOf(id))).toEqual(modelsOf(models, []).map((id) => ({ kind: "known", provider, id })));
  for (const id of modelsOf(models, [])) expect(PROVIDERS[provider].prices).toHaveProperty([id]);
  expect(missingCredentialOf(modelsOf(models, []), { keys: [provider], elsewhere: false })).toBeNull();
});

it("lets the configuration win, tier by tier [S3.16]", () => {
  expect(parseConfig("models: { best: claude-opus-5-5 }\n", ["openai"]).models).toEqual({ ...GPT, best: "claude-opus-5-5" });
  expect(parseConfig("models: { fast: o3 }\n", ["anthropic"]).models).toEqual({ ...CLAUDE, fast: "o3" });
});

it.each([7, ["label"], { models: null }, { models: "gpt-5.2" }, { models: ["gpt-5.2"] }])(
  "leaves what is no mapping to the schema: %j",
  (written) => {
    expect(withUsualModels(written, ["openai"])).toBe(written);
  },
);

it.each([
  { keys: [], says: "ANTHROPIC_API_KEY, or OPENAI_API_KEY alone where the configuration names no models," },
  { keys: ["openai"] as const, says: "ANTHROPIC_API_KEY" },
])("says what to set where the keys are $keys [S3.16]", ({ keys, says }) => {
  expect(credentialAdviceOf({ what: "key", provider: "anthropic", model: "claude-opus-5-5" }, { keys })).toBe(says);
  expect(credentialAdviceOf({ what: "address", provider: "openai", model: "openai:gemini-3" }, { keys })).toBe("OPENAI_BASE_URL");
});

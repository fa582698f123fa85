/** One model for a run whose roles are at two providers. */
import { expect, it, onTestFinished } from "vitest";
import { modelByProvider, providerAccessOf } from "#adapters/model-by-provider.ts";
import { Config } from "#core/config/config.ts";
import { missingCredentialOf } from "#core/config/model-provider.ts";
import { startScriptedModel } from "../lab/model/server.ts";
import { answered, aPrompt } from "./contracts/model-contract.ts";
import { NO_SURPRISE, quickClock } from "./model/quick-clock.ts";

const calm = new AbortController().signal;
const { models } = Config.parse({ models: { best: "gpt-5.2", balanced: "claude-sonnet-5-5", fast: "openai:llama-4" } });
const shared = { models, clock: quickClock(), random: NO_SURPRISE };

it("sends each prompt to the provider of its model, with that provider's key [S3.16]", async () => {
  const server = await startScriptedModel({
    roles: {
      worker: [{ reply: { calls: [{ tool: "read_file", input: { path: "a" } }] } }, { expect: ["a - b"], reply: { text: "Done." } }],
    },
  });
  onTestFinished(() => server.close());
  const access = { anthropic: { apiKey: "ka", baseUrl: server.url }, openai: { apiKey: "ko", baseUrl: `${server.url}/v1` } };
  const model = modelByProvider({ access, ...shared });
  const first = await model.reply(aPrompt({ model: "best" }), calm);
  await model.reply(aPrompt({ model: "best", messages: [...aPrompt().messages, ...answered(first, "a - b")] }), calm);
  expect(server.requests.map(({ headers }) => headers["authorization"])).toEqual(["Bearer ko", "Bearer ko"]);
  const other = await startScriptedModel({ roles: { worker: [{ reply: { text: "Hi." }, repeat: true }] } });
  onTestFinished(() => other.close());
  const both = modelByProvider({
    access: { anthropic: { apiKey: "ka", baseUrl: other.url }, openai: { apiKey: "ko", baseUrl: `${other.url}/v1` } },
    ...shared,
  });
  for (const name of ["best", "balanced", "fast", "claude-opus-5-5"]) await both.reply(aPrompt({ model: name }), calm);
  expect(other.requests.map(({ raw, headers }) => [JSON.parse(raw).model, headers["authorization"]])).toEqual([
    ["gpt-5.2", "Bearer ko"],
    ["claude-sonnet-5-5", "Bearer ka"],
    ["llama-4", "Bearer ko"],
    ["claude-opus-5-5", "Bearer ka"],
  ]);
});

it("knows the prices of both, and none where nobody told us [S3.16]", () => {
  const model = modelByProvider({ access: { anthropic: { apiKey: "ka" }, openai: { apiKey: "ko" } }, ...shared });
  const prices = ["best", "balanced", "fast", "gpt-4.1-mini", "gemini-3-pro"].map((name) => model.price(name)?.input ?? null);
  expect(prices).toEqual([1.75, 2, null, 0.4, null]);
});

it.each([
  { name: "best", says: "no key for best: set OPENAI_API_KEY" },
  { name: "gemini-3-pro", says: "write openai:gemini-3-pro" },
])("fails a call of $name that it cannot send, for good [S3.16]", async ({ name, says }) => {
  const model = modelByProvider({ access: { anthropic: { apiKey: "ka" }, openai: null }, ...shared });
  await expect(model.reply(aPrompt({ model: name }), calm)).rejects.toMatchObject({
    service: "model",
    retryable: false,
    message: expect.stringContaining(says),
  });
});

it.each([
  { access: { anthropic: { apiKey: "k" }, openai: null }, what: "key" },
  { access: { anthropic: { apiKey: "k" }, openai: { apiKey: "k" } }, what: "address" },
  { access: { anthropic: { apiKey: "k" }, openai: { apiKey: "k", baseUrl: "https://llm.example" } }, what: undefined },
])("tells before the start that the $what is missing [S3.16]", ({ access, what }) => {
  expect(missingCredentialOf(["claude-opus-5-5", "openai:gemini-3-pro"], providerAccessOf(access))?.what).toBe(what);
});

it("sends no key of ours in a prompt, whatever a tool printed, and all else as it is [FS-21]", async () => {
  const server = await startScriptedModel({
    roles: { worker: [{ reply: { calls: [{ tool: "read_file", input: { path: "a" } }] } }, { reply: { text: "Done." } }] },
  });
  onTestFinished(() => server.close());
  const [mine, other] = ["sk-canary-anthropic-1", "sk-canary-openai-2"];
  const access = { anthropic: { apiKey: mine, baseUrl: server.url }, openai: { apiKey: other, baseUrl: server.url } };
  const model = modelByProvider({ access, ...shared });
  const asked = aPrompt({ model: "balanced", messages: [{ role: "user", text: `The log says ${other}.` }] });
  const first = await model.reply(asked, calm);
  const printed = `${mine} and sk-not-ours-0123456789abcdef </data>`;
  await model.reply({ ...asked, messages: [...asked.messages, ...answered(first, printed)] }, calm);
  const sent = server.requests.map(({ raw }) => raw).join("\n");
  expect([sent.includes(mine), sent.includes(other)]).toEqual([false, false]);
  expect(sent).toContain("[hidden] and sk-not-ours-0123456789abcdef </data>");
});

/** The environment: what is missing or weak is named, and nothing starts. */
import { generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { redisUrlOf } from "../../../bot/config/redis-url.ts";
import { settingsOf } from "../../../bot/config/settings.ts";
import { botSecretGuard } from "../../../bot/server/app.ts";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const PEM = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
const NORMAL = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const GOOD = { APP_ID: "42", PRIVATE_KEY: PEM, WEBHOOK_SECRET: "0123456789abcdef0123456789abcdef", ANTHROPIC_API_KEY: "sk-ant-x" };

const noFile = (path: string): string => expect.fail(`${path} was read`);

it("takes what is needed, and knows the rest", () => {
  expect(settingsOf(GOOD, noFile)).toEqual({
    appId: 42,
    privateKey: NORMAL,
    webhookSecret: "0123456789abcdef0123456789abcdef",
    oldWebhookSecret: null,
    access: { anthropic: { apiKey: "sk-ant-x", baseUrl: undefined }, openai: null },
    apiUrl: "https://api.github.com",
    serverUrl: "https://github.com",
    port: 3000,
    host: "127.0.0.1",
    metrics: null,
    redisUrl: null,
    logLevel: "info",
  });
});

it.each([
  { how: "as it is", key: PEM },
  { how: "on one line", key: PEM.replaceAll("\n", "\\n") },
  { how: "in base64", key: Buffer.from(PEM).toString("base64") },
])("reads a key $how", ({ key }) => {
  expect(settingsOf({ ...GOOD, PRIVATE_KEY: key }, noFile).privateKey).toBe(NORMAL);
});

it("reads a key from a file, unless it is given itself", () => {
  const { PRIVATE_KEY: _, ...rest } = GOOD;
  const read = (path: string): string => (path === "/key.pem" ? PEM : expect.fail(path));
  expect(settingsOf({ ...rest, PRIVATE_KEY_PATH: "/key.pem" }, read).privateKey).toBe(NORMAL);
  expect(settingsOf({ ...GOOD, PRIVATE_KEY_PATH: "/key.pem" }, noFile).privateKey).toBe(NORMAL);
  const missing = (): string => {
    throw new Error("ENOENT");
  };
  expect(() => settingsOf({ ...rest, PRIVATE_KEY_PATH: "/no.pem" }, missing)).toThrow(
    /PRIVATE_KEY_PATH is \/no[.]pem, and that file cannot be read/,
  );
});

it.each([
  { api: "https://ghe.example/api/v3/", apiUrl: "https://ghe.example/api/v3", server: "https://ghe.example" },
  { api: "https://api.octo.ghe.com", apiUrl: "https://api.octo.ghe.com", server: "https://octo.ghe.com" },
  { api: "http://127.0.0.1:4000", apiUrl: "http://127.0.0.1:4000", server: "http://127.0.0.1:4000" },
])("knows where people look when the API is $api", ({ api, apiUrl, server }) => {
  expect(settingsOf({ ...GOOD, GITHUB_API_URL: api }, noFile)).toMatchObject({ apiUrl, serverUrl: server });
});

it.each([
  { name: "WEBHOOK_SECRET", value: undefined, says: "is not set" },
  { name: "WEBHOOK_SECRET", value: "", says: "is not set" },
  { name: "WEBHOOK_SECRET", value: "   ", says: "is not set" },
  { name: "WEBHOOK_SECRET", value: "development", says: "the word that everybody knows" },
  { name: "WEBHOOK_SECRET", value: "thirty-one-letters-or-thereabout".slice(1), says: "fewer than 32 characters" },
  { name: "WEBHOOK_SECRET_OLD", value: "development", says: "the word that everybody knows" },
  { name: "APP_ID", value: undefined, says: "App ID" },
  { name: "APP_ID", value: "loopwright", says: "App ID" },
  { name: "PRIVATE_KEY", value: undefined, says: "PRIVATE_KEY_PATH" },
  { name: "PRIVATE_KEY", value: "nonsense", says: "no private key" },
  { name: "ANTHROPIC_API_KEY", value: undefined, says: "key of the model" },
  { name: "ANTHROPIC_API_KEY", value: "two words", says: "one line without blanks" },
  { name: "ANTHROPIC_BASE_URL", value: "nowhere", says: "no address" },
  { name: "OPENAI_API_KEY", value: "two words", says: "one line without blanks" },
  { name: "OPENAI_BASE_URL", value: "nowhere", says: "no address" },
  { name: "GITHUB_API_URL", value: "ftp://x", says: "no address" },
  { name: "PORT", value: "70000", says: "no port" },
  { name: "PORT", value: "0", says: "no port" },
  { name: "METRICS_PORT", value: "70000", says: "no port" },
  { name: "REDIS_URL", value: "localhost:6379", says: "no address of Redis" },
  { name: "REDIS_URL", value: "http://127.0.0.1:6379", says: "no address of Redis" },
  { name: "REDIS_URL", value: "redis://:ten%of-all@127.0.0.1:6379", says: "write % as %25" },
  { name: "REDIS_URL", value: "redis://b%ff:word@127.0.0.1:6379", says: "write % as %25" },
  { name: "LOG_LEVEL", value: "loud", says: "LOG_LEVEL" },
])("does not start with $name=$value [WH-01]", ({ name, value, says }) => {
  const start = () => settingsOf({ ...GOOD, [name]: value }, noFile);
  expect(() => settingsOf(GOOD, noFile)).not.toThrow();
  expect(start).toThrow(says);
  expect(start).toThrow(`at ${name}`);
});

it("shows its metrics where it is told to, and to this machine alone unless it is told otherwise [WH-28]", () => {
  const at = (more: Readonly<Record<string, string>>) => settingsOf({ ...GOOD, ...more }, noFile).metrics;
  expect(at({ METRICS_PORT: "9464" })).toEqual({ host: "127.0.0.1", port: 9464 });
  expect(at({ METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0" })).toEqual({ host: "0.0.0.0", port: 9464 });
  expect(at({ METRICS_HOST: "0.0.0.0" })).toBeNull();
});

it("starts with the key of either provider, and takes the address of the one it has [S3.16]", () => {
  const { ANTHROPIC_API_KEY: _, ...rest } = GOOD;
  const openai = { OPENAI_API_KEY: "sk-x", OPENAI_BASE_URL: "https://llm.example/v1/" };
  expect(settingsOf({ ...rest, ...openai }, noFile).access).toEqual({
    anthropic: null,
    openai: { apiKey: "sk-x", baseUrl: "https://llm.example/v1/" },
  });
  expect(settingsOf({ ...GOOD, ...openai }, noFile).access.anthropic).toMatchObject({ apiKey: "sk-ant-x" });
});

it("starts without a key where Anthropic knows who it is, and takes a key that is there before that", () => {
  const { ANTHROPIC_API_KEY: _, ...rest } = GOOD;
  const rule = { ANTHROPIC_FEDERATION_RULE_ID: "fdrl_1", ANTHROPIC_ORGANIZATION_ID: "org-1" };
  const known = { ...rule, ANTHROPIC_IDENTITY_TOKEN_FILE: "/run/token" };
  expect(settingsOf({ ...rest, ...known }, noFile).access).toMatchObject({ anthropic: { federation: { ruleId: "fdrl_1" } }, openai: null });
  expect(settingsOf({ ...GOOD, ...known }, noFile).access.anthropic).toMatchObject({ apiKey: "sk-ant-x" });
  expect(() => settingsOf({ ...rest, ...rule }, noFile)).toThrow("is set without ANTHROPIC_IDENTITY_TOKEN_FILE");
});

it.each([
  { who: "the bot", read: (url: string) => settingsOf({ ...GOOD, REDIS_URL: url }, noFile) },
  { who: "whoever looks at what failed", read: (url: string) => redisUrlOf({ REDIS_URL: url }) },
])("names REDIS_URL to $who, and never its value", ({ read }) => {
  for (const url of ["redis://:ten%hush@127.0.0.1:6379", "redis://:hush@ 127.0.0.1", "hush"]) {
    expect(() => read(url)).toThrow("at REDIS_URL");
    expect(() => read(url)).not.toThrow("hush");
  }
});

it("takes an address of Redis, with TLS or without, and hides its password in all that is said", () => {
  for (const url of ["redis://127.0.0.1:6379/1", "rediss://bot:pass%20word-of-redis@redis.example"])
    expect(settingsOf({ ...GOOD, REDIS_URL: url }, noFile).redisUrl).toBe(url);
  const guard = botSecretGuard(settingsOf({ ...GOOD, REDIS_URL: "rediss://bot:pass%20word-of-redis@redis.example" }, noFile));
  expect(guard.hide("AUTH bot pass word-of-redis")).toBe("AUTH bot [hidden]");
});

it("names all that is wrong at once, and never a secret", () => {
  const start = () => settingsOf({ WEBHOOK_SECRET: "short-secret", PRIVATE_KEY: "my-key" }, noFile);
  expect(start).toThrow(/APP_ID[\s\S]*PRIVATE_KEY[\s\S]*WEBHOOK_SECRET[\s\S]*ANTHROPIC_API_KEY/);
  expect(start).not.toThrow(/short-secret|my-key/);
});

/** What the bot is started with: read from the environment once, checked before anything listens. */
import { createPrivateKey } from "node:crypto";
import * as z from "zod";
import type { KeyAccess } from "#adapters/model/access.ts";
import { federationIn } from "#adapters/model/federation-file.ts";
import type { ProviderAccesses } from "#adapters/model-by-provider.ts";
import { trimEndCharacters } from "#core/values/trim-end.ts";
import { RedisUrl } from "./redis-url.ts";

/** GitHub's own server. */
const GITHUB = "https://api.github.com";

/** The shortest secret that is taken: shorter ones can be guessed (WH-01). */
const SECRET_LENGTH = 32;

const needed = (what: string) => ({ error: `is not set: ${what}` });

const Address = (name: string) =>
  z
    .url({ protocol: /^https?$/, error: `${name} is no address; give one like https://github.example/api/v3` })
    .transform((url) => trimEndCharacters(url, "/"));

const Key = z
  .string(needed("give the key of the model's API, here or as OPENAI_API_KEY"))
  .regex(/^[\x21-\x7e]+$/, "holds no key: set it to one line without blanks");

const ANEW = "make one with `openssl rand -hex 32`, and set it in the App's settings too";

const Secret = z
  .string(needed(`give the secret that stands in the App's settings, at least ${SECRET_LENGTH} characters`))
  .refine((secret) => secret !== "development", `is the word that everybody knows: ${ANEW}`)
  .min(SECRET_LENGTH, `has fewer than ${SECRET_LENGTH} characters: ${ANEW}`);

const Environment = z.object({
  APP_ID: z.coerce
    .number({ error: "is not set, or is no number: it stands on the App's page, as App ID" })
    .int("is the App's number, not its name")
    .positive("is not set, or is no number: it stands on the App's page, as App ID"),
  PRIVATE_KEY: z
    .string(needed("give the App's key as PRIVATE_KEY, or the path of its .pem file as PRIVATE_KEY_PATH"))
    .transform(pemOf)
    .refine((pem) => pem !== null, "is no private key: give the whole text of the .pem file that GitHub gave you"),
  WEBHOOK_SECRET: Secret,
  WEBHOOK_SECRET_OLD: Secret.optional(),
  ANTHROPIC_API_KEY: Key,
  ANTHROPIC_BASE_URL: Address("it").optional(),
  OPENAI_API_KEY: Key.optional(),
  OPENAI_BASE_URL: Address("it").optional(),
  GITHUB_API_URL: Address("it").default(GITHUB),
  PORT: z.coerce.number().int("is no port").min(1, "is no port").max(65_535, "is no port").default(3000),
  // GitHub speaks TLS and this server does not, so something stands before it: nobody else needs to reach it.
  HOST: z.string().default("127.0.0.1"),
  REDIS_URL: RedisUrl.optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal"]).default("info"),
});

export interface Settings {
  readonly appId: number;
  /** PEM. */
  readonly privateKey: string;
  readonly webhookSecret: string;
  /** The one before it, which counts too while it is set: so that nothing is lost while the secret is changed. Null where there is none. */
  readonly oldWebhookSecret: string | null;
  /** Null where there is no key: a repository whose models need it is told so. At least one is there. */
  readonly access: ProviderAccesses;
  /** No slash at the end. */
  readonly apiUrl: string;
  /** Where people look at issues and commits. No slash at the end. */
  readonly serverUrl: string;
  readonly port: number;
  readonly host: string;
  /** Where the queue lies; null for this process. May hold a password. */
  readonly redisUrl: string | null;
  readonly logLevel: z.infer<typeof Environment>["LOG_LEVEL"];
}

type Given = Readonly<Record<string, string | undefined>>;

/** Reads the settings; `readFile` gives a file's text. Throws an `Error` that names everything that is wrong and says what to set. */
export function settingsOf(env: Given, readFile: (path: string) => string): Settings {
  // An empty variable is none: that is how a shell and a compose file leave one out.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const path = given["PRIVATE_KEY_PATH"];
  if (path !== undefined && given["PRIVATE_KEY"] === undefined) given["PRIVATE_KEY"] = readable(path, readFile);
  // Either key will do, and so will being known without one.
  const isLetIn = given["OPENAI_API_KEY"] !== undefined || given["ANTHROPIC_FEDERATION_RULE_ID"] !== undefined;
  const schema = isLetIn ? Environment.partial({ ANTHROPIC_API_KEY: true }) : Environment;
  const read = schema.safeParse(given);
  if (!read.success) throw new Error(`The bot cannot start, because of its environment:\n${z.prettifyError(read.error)}`);
  const { data } = read;
  return {
    appId: data.APP_ID,
    privateKey: data.PRIVATE_KEY ?? "",
    webhookSecret: data.WEBHOOK_SECRET,
    oldWebhookSecret: data.WEBHOOK_SECRET_OLD ?? null,
    access: {
      anthropic: keyAccessOf(data.ANTHROPIC_API_KEY, data.ANTHROPIC_BASE_URL) ?? federatedOf(given, data.ANTHROPIC_BASE_URL),
      openai: keyAccessOf(data.OPENAI_API_KEY, data.OPENAI_BASE_URL),
    },
    apiUrl: data.GITHUB_API_URL,
    serverUrl: serverOf(data.GITHUB_API_URL),
    port: data.PORT,
    host: data.HOST,
    redisUrl: data.REDIS_URL ?? null,
    logLevel: data.LOG_LEVEL,
  };
}

function keyAccessOf(apiKey: string | undefined, baseUrl: string | undefined): KeyAccess | null {
  return apiKey === undefined ? null : { apiKey, baseUrl };
}

function federatedOf(given: Given, baseUrl: string | undefined): ProviderAccesses["anthropic"] {
  const federation = federationIn(given);
  return federation === null ? null : { federation, baseUrl };
}

function readable(path: string, readFile: (path: string) => string): string {
  try {
    return readFile(path);
  } catch (cause) {
    throw new Error(`The bot cannot start: PRIVATE_KEY_PATH is ${path}, and that file cannot be read`, { cause });
  }
}

/** The key, however it came through a variable: with real line ends, with `\n` for them, or in base64. Null for what is no key. */
function pemOf(text: string): string | null {
  const lines = text.replaceAll("\\n", "\n").trim();
  const pem = lines.startsWith("-----") ? lines : Buffer.from(lines, "base64").toString();
  try {
    return createPrivateKey(pem).export({ type: "pkcs8", format: "pem" }).toString();
  } catch {
    return null;
  }
}

/** `https://api.github.com` belongs to `https://github.com`, `https://ghe.example/api/v3` to `https://ghe.example`. */
function serverOf(apiUrl: string): string {
  const { protocol, host } = new URL(apiUrl);
  return `${protocol}//${host.replace(/^api[.]/, "")}`;
}

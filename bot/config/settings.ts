/** The settings of the bot, read from the environment once and checked before anything listens. */
import * as z from "zod";
import { pemOf } from "#adapters/github/app-key.ts";
import { accessesIn, type ProviderAccesses } from "#adapters/model/provider-access.ts";
import { providerKeys } from "./provider-keys.ts";
import { RedisUrl } from "./redis-url.ts";
import { Address, needed } from "./setting.ts";

/** The API of github.com. */
export const GITHUB = "https://api.github.com";

/** The shortest webhook secret that the bot takes: shorter ones can be guessed. */
const SECRET_LENGTH = 32;

const NO_APP =
  "is not set, or is no number: it stands on the App's page, as App ID. `node dist/bot.mjs setup` makes an App";

const ANEW = "make one with `openssl rand -hex 32`, and set it in the App's settings too";

const Secret = z
  .string(needed(`give the secret that stands in the App's settings, at least ${SECRET_LENGTH} characters`))
  .refine((secret) => secret !== "development", `is the word that everybody knows: ${ANEW}`)
  .min(SECRET_LENGTH, `has fewer than ${SECRET_LENGTH} characters: ${ANEW}`);

/** The number of a port. */
export const Port = z.coerce.number().int("is no port").min(1, "is no port").max(65_535, "is no port");

const environment = (given: Given) =>
  z.object({
    APP_ID: z.coerce.number({ error: NO_APP }).int("is the App's number, not its name").positive(NO_APP),
    PRIVATE_KEY: z
      .string(needed("give the App's key as PRIVATE_KEY, or the path of its .pem file as PRIVATE_KEY_PATH"))
      .transform(pemOf)
      .refine((pem) => pem !== null, "is no private key: give the whole text of the .pem file that GitHub gave you"),
    WEBHOOK_SECRET: Secret,
    WEBHOOK_SECRET_OLD: Secret.optional(),
    ...providerKeys(given),
    GITHUB_API_URL: Address("it").default(GITHUB),
    PORT: Port.default(3000),
    // GitHub sends over TLS, which this server does not speak: a proxy stands before it, and only the proxy needs to
    // reach it.
    HOST: z.string().default("127.0.0.1"),
    // What the bot does is for whoever runs it, not for whoever can reach its webhooks.
    METRICS_PORT: Port.optional(),
    METRICS_HOST: z.string().default("127.0.0.1"),
    REDIS_URL: RedisUrl.optional(),
    LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal"]).default("info"),
  });

/** Where the metrics can be read. */
export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

export interface Settings {
  readonly appId: number;
  /** PEM. */
  readonly privateKey: string;
  readonly webhookSecret: string;
  /**
   * The previous secret, which counts too while it is set, so that no webhook is lost while the secret is changed. Null
   * where there is none.
   */
  readonly oldWebhookSecret: string | null;
  /**
   * The credentials of each provider, at least one. Null where a provider has none: the bot tells a repository whose
   * models need it.
   */
  readonly access: ProviderAccesses;
  /** No slash at the end. */
  readonly apiUrl: string;
  /** The address of GitHub's pages of issues and commits. No slash at the end. */
  readonly serverUrl: string;
  readonly port: number;
  readonly host: string;
  /** Where the metrics can be read; null: nowhere. */
  readonly metrics: MetricsAddress | null;
  /** The address of Redis; null where the queue is kept in this process. May hold a password. */
  readonly redisUrl: string | null;
  readonly logLevel: z.infer<ReturnType<typeof environment>>["LOG_LEVEL"];
}

type Given = Readonly<Record<string, string | undefined>>;

function readable(path: string, readFile: (path: string) => string): string {
  try {
    return readFile(path);
  } catch (cause) {
    throw new Error(`The bot cannot start: PRIVATE_KEY_PATH is ${path}, and that file cannot be read`, { cause });
  }
}

/**
 * Reads the settings; `readFile` gives a file's text. Throws an `Error` that names every wrong setting and how to set
 * it.
 */
export function settingsOf(env: Given, readFile: (path: string) => string): Settings {
  // An empty variable counts as unset: that is how a shell and a compose file leave one out.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const path = given["PRIVATE_KEY_PATH"];
  if (path !== undefined && given["PRIVATE_KEY"] === undefined) given["PRIVATE_KEY"] = readable(path, readFile);
  const read = environment(given).safeParse(given);
  if (!read.success)
    throw new Error(`The bot cannot start, because of its environment:\n${z.prettifyError(read.error)}`);
  const { data } = read;
  return {
    appId: data.APP_ID,
    privateKey: data.PRIVATE_KEY ?? "",
    webhookSecret: data.WEBHOOK_SECRET,
    oldWebhookSecret: data.WEBHOOK_SECRET_OLD ?? null,
    access: accessesIn(given),
    apiUrl: data.GITHUB_API_URL,
    serverUrl: serverOf(data.GITHUB_API_URL),
    port: data.PORT,
    host: data.HOST,
    metrics: data.METRICS_PORT === undefined ? null : { host: data.METRICS_HOST, port: data.METRICS_PORT },
    redisUrl: data.REDIS_URL ?? null,
    logLevel: data.LOG_LEVEL,
  };
}

/** `https://api.github.com` belongs to `https://github.com`, `https://ghe.example/api/v3` to `https://ghe.example`. */
export function serverOf(apiUrl: string): string {
  const { protocol, host } = new URL(apiUrl);
  return `${protocol}//${host.replace(/^api[.]/, "")}`;
}

/** Reads what `bot.mjs setup` was told, and says what is wrong with it. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { Address } from "../config/setting.ts";
import { GITHUB, Port, serverOf } from "../config/settings.ts";

/** How the App is made. `org`: the organisation that owns it; null: the person. Files are absolute paths. */
export interface SetUpWishes {
  readonly publicUrl: string;
  readonly org: string | null;
  readonly name: string;
  readonly file: string;
  readonly apiUrl: string;
  readonly serverUrl: string;
  readonly host: string;
  readonly port: number;
}

/** The help of `bot.mjs setup`. */
export const SETUP_HELP = `Usage: node dist/bot.mjs setup --url <address> [options]

Shows a page with one button, by which GitHub makes the App of this bot.

  --url <address>   where GitHub reaches the bot, such as https://bot.example
  --org <login>     the organisation that owns the App; else it is yours
  --name <name>     the App's name, which no other App on GitHub may have (loopwright-<org or bot>)
  --file <path>     where its number and its secrets are written (loopwright.env)

HOST, PORT and GITHUB_API_URL are read as by the bot.`;

const Options = (env: Given) =>
  z.object({
    url: Address("--url").refine(isSafe, "--url must begin with https://, but for this machine itself"),
    org: z
      .string()
      .regex(/^[a-z\d](?:-?[a-z\d]){0,38}$/i, "--org takes the login of an organisation")
      .optional(),
    name: z.string().trim().min(1, "--name is empty").max(34, "--name has more than GitHub's 34 characters").optional(),
    file: z.string().min(1, "--file is empty").default("loopwright.env"),
    api: Address("GITHUB_API_URL").default(GITHUB),
    port: Port.default(3000),
    host: z.string().default(env["HOST"] ?? "127.0.0.1"),
  });

type Given = Readonly<Record<string, string | undefined>>;

/** The wishes; null where help was asked for. Throws an `Error` that names each mistake. */
export function wishesOf(words: readonly string[], env: Given, folder: string): SetUpWishes | null {
  const strings = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...words],
    options: { url: strings, org: strings, name: strings, file: strings, help: { type: "boolean", short: "h" } },
  });
  if (values.help === true) return null;
  if (values.url === undefined) throw new Error(`--url is missing.\n\n${SETUP_HELP}`);
  const read = Options(env).safeParse({ ...values, api: env["GITHUB_API_URL"], port: env["PORT"] });
  if (!read.success) throw new Error(`The App cannot be made:\n${z.prettifyError(read.error)}`);
  const { url, org = null, name, file, api, port, host } = read.data;
  return {
    publicUrl: url,
    org,
    name: name ?? `loopwright-${org ?? "bot"}`.slice(0, 34),
    file: resolve(folder, file),
    apiUrl: api,
    serverUrl: serverOf(api),
    host,
    port,
  };
}

/** GitHub signs webhooks, but sends them as they are: over plain HTTP everybody on the way reads them. */
function isSafe(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || hostname === "127.0.0.1" || hostname === "localhost";
}

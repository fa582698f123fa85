/** Serves the set-up page until the App is made, and no longer. */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { messageOf } from "#core/values/message-of.ts";
import { BotOctokit } from "../jobs/octokit.ts";
import { Made, writeCredentials } from "./credentials-file.ts";
import { manifestOf } from "./manifest.ts";
import { buttonPage, madePage } from "./set-up-pages.ts";
import type { SetUpWishes } from "./wishes.ts";

/**
 * Shows the page at an address that only whoever started it knows, and ends once the App is made. `tell` says where the
 * page is. Throws an `Error` where the file is there already, or the port is taken.
 */
export async function setUp(wishes: SetUpWishes, tell: (line: string) => void, signal: AbortSignal): Promise<void> {
  for (const file of [wishes.file, `${wishes.file}.pem`])
    if (existsSync(file))
      throw new Error(`${file} is there already: this bot has an App. Move it away for another one`);
  const secret = randomBytes(16).toString("hex");
  const localUrl = `http://${wishes.host}:${wishes.port}/setup/${secret}`;
  const manifest = manifestOf({ ...wishes, localUrl });
  const over = new AbortController();
  const server = createServer((request, response) => {
    answer(request, { wishes, secret, page: buttonPage(manifest, actionOf(wishes, secret)) })
      .then(({ status, text, isLast }) => {
        send(response, status, text);
        if (isLast) response.once("close", () => over.abort());
      })
      .catch((error: unknown) => send(response, 500, `It did not work: ${messageOf(error)}\n`));
  });
  server.listen(wishes.port, wishes.host);
  await once(server, "listening");
  tell(`Open this page to make the App: ${localUrl}`);
  await once(AbortSignal.any([over.signal, signal]), "abort");
  server.close();
  server.closeAllConnections();
  tell(over.signal.aborted ? `The App is made: ${wishes.file}` : "No App was made.");
}

/** GitHub's page on which an App is made; it hands `state` back. */
function actionOf({ serverUrl, org }: SetUpWishes, state: string): string {
  return `${serverUrl}/${org === null ? "" : `organizations/${org}/`}settings/apps/new?state=${state}`;
}

interface SetUpAnswer {
  readonly status: number;
  readonly text: string;
  readonly isLast?: boolean;
}

interface Scene {
  readonly wishes: SetUpWishes;
  readonly secret: string;
  readonly page: string;
}

async function answer({ method, url = "" }: IncomingMessage, { wishes, secret, page }: Scene): Promise<SetUpAnswer> {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const [, , given = "", rest = ""] = pathname.split("/");
  if (method !== "GET" || !isSame(given, secret)) return { status: 404, text: "not found\n" };
  if (rest === "") return { status: 200, text: page };
  const code = searchParams.get("code");
  if (rest !== "made" || code === null || !isSame(searchParams.get("state") ?? "", secret))
    return { status: 404, text: "not found\n" };
  const app = new BotOctokit({ baseUrl: wishes.apiUrl });
  const { data } = await app.request("POST /app-manifests/{code}/conversions", { code });
  const made = Made.parse(data);
  await writeCredentials(wishes.file, made);
  const { slug, html_url: address } = made;
  return { status: 200, text: madePage({ slug, address, file: wishes.file }), isLast: true };
}

function isSame(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function send(response: ServerResponse, status: number, text: string): void {
  const type = text.startsWith("<!doctype html>") ? "text/html; charset=utf-8" : "text/plain; charset=utf-8";
  response.writeHead(status, { "content-type": type, "cache-control": "no-store", connection: "close" }).end(text);
}

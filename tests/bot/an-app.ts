/** The App of a test, with a server in GitHub's place that answers as the test says. */
import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { onTestFinished } from "vitest";
import { MINUTE } from "#core/values/time.ts";
import type { AppAccount } from "../../bot/jobs/octokit.ts";
import { freePort } from "../lab/net/free-port.ts";

const privateKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs1", format: "pem" }).toString();

/** What GitHub answers. */
export type Answer = readonly [status: number, data: unknown, headers?: Readonly<Record<string, string>>];

/** What a client of the App is made with. GitHub's side of the wire answers so. `by`: the installation whose token signs the request, 0 for the App itself. */
export async function anApp(answer: (url: URL, by: number, headers: IncomingHttpHeaders) => Answer | Promise<Answer>): Promise<AppAccount> {
  const server = createServer(async (request, response) => {
    const by = Number(/ghs_(\d+)/.exec(request.headers.authorization ?? "")?.[1] ?? 0);
    const [status, data, headers = {}] = await answer(new URL(request.url ?? "", "http://127.0.0.1"), by, request.headers);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(data));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return { baseUrl: `http://127.0.0.1:${port}`, auth: { appId: 4242, privateKey } };
}

/** A token of an installation. */
export const token = (installation: number): Answer => [
  201,
  { token: `ghs_${installation}`, expires_at: new Date(Date.now() + 60 * MINUTE).toISOString(), permissions: {} },
];

/** As GitHub lists it. */
export const repository = (id: number, owner: string) => ({
  id,
  name: "widget",
  node_id: `R_${id}`,
  default_branch: "main",
  owner: { login: owner },
});

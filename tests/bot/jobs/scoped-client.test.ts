/** The token of a job: for one repository, with what a desk needs, and made anew once when GitHub does not take it any more. */
import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { NO_RETRY } from "#adapters/github/client/api.ts";
import { APP_PERMISSIONS } from "#core/config/github-setup.ts";
import { BotOctokit } from "../../../bot/jobs/octokit.ts";
import { scopedClient } from "../../../bot/jobs/scoped-client.ts";
import { QUIET } from "../../lab/github/quiet.ts";
import { freePort } from "../../lab/net/free-port.ts";

const PEM = { privateKeyEncoding: { type: "pkcs1", format: "pem" }, publicKeyEncoding: { type: "spki", format: "pem" } } as const;
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048, ...PEM });
const AT = { owner: "acme", repo: "widget" };
const SHORT = (count: number) => `ghs_${"a".repeat(35)}${count}`;
const LONG = (count: number) => `ghs_12_eyJ${"b".repeat(240)}.eyJ${"c".repeat(220)}.${"d-_".repeat(14)}${count}`;

const bodyOf = (body: string): unknown => (body === "" ? null : JSON.parse(body));

/** GitHub's side of the wire: it makes tokens of this form, and takes those that are good. */
async function aWire(form: (count: number) => string, isGood: (token: string) => boolean, isSuspended = false) {
  const asked: (readonly [request: string, body: unknown, token: string])[] = [];
  let made = 0;
  const server = createServer(async (request, response) => {
    const token = (request.headers.authorization ?? "").split(" ").at(-1) ?? "";
    asked.push([`${request.method} ${request.url}`, bodyOf(await text(request)), token]);
    const answer = (status: number, data: object) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(data));
    if (request.url?.endsWith("/access_tokens") !== true)
      return isGood(token) ? answer(200, {}) : answer(401, { message: "Bad credentials" });
    if (isSuspended) return answer(403, { message: "This installation has been suspended" });
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    return answer(201, { token: form(++made), expires_at, permissions: APP_PERMISSIONS, repository_selection: "selected" });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const app = new BotOctokit({ baseUrl: `http://127.0.0.1:${port}`, auth: { appId: 4242, privateKey }, log: QUIET });
  const client = scopedClient(app, { installationId: 777, repositoryId: 31 }, QUIET as never);
  return {
    client,
    paths: () => asked.map(([path]) => path),
    tokens: () => asked.map(([, , token]) => token),
    bodies: () => asked.map(([, body]) => body),
  };
}

const MINT = "POST /app/installations/777/access_tokens";
const ISSUE = "GET /repos/acme/widget/issues/1";
const COMMENTS = "POST /repos/acme/widget/issues/1/comments";

it("asks for a token of one repository with the rights of a desk and no other, once an hour [AUTH-20, AUTH-21]", async () => {
  const { client, paths, bodies } = await aWire(SHORT, () => true);
  await client.rest.issues.get({ ...AT, issue_number: 1 });
  await client.rest.issues.get({ ...AT, issue_number: 1 });
  expect(paths()).toEqual([MINT, ISSUE, ISSUE]);
  expect(bodies()[0]).toEqual({
    repository_ids: [31],
    permissions: {
      actions: "write",
      actions_variables: "read",
      checks: "read",
      contents: "write",
      issues: "write",
      metadata: "read",
      pull_requests: "write",
      statuses: "read",
    },
  });
});

it.each([
  { form: SHORT, length: 40 },
  { form: LONG, length: 520 },
])("sends a token of about $length characters as it is [AUTH-23]", async ({ form, length }) => {
  const { client, tokens } = await aWire(form, () => true);
  await client.rest.issues.get({ ...AT, issue_number: 1 });
  expect(tokens().at(-1)).toBe(form(1));
  expect(Math.abs(form(1).length - length)).toBeLessThan(20);
});

it("makes a token anew once when its time is over in the middle, and repeats what may be repeated [AUTH-22]", async () => {
  const { client, paths, tokens } = await aWire(SHORT, (token) => token === SHORT(2));
  await client.rest.issues.get({ ...AT, issue_number: 1 });
  expect(paths()).toEqual([MINT, ISSUE, MINT, ISSUE]);
  expect(tokens().at(-1)).toBe(SHORT(2));
});

it("never repeats what must not be there twice, and does not try for ever [AUTH-22]", async () => {
  const { client, paths } = await aWire(SHORT, () => false);
  await expect(client.rest.issues.createComment({ ...AT, issue_number: 1, body: "x", ...NO_RETRY })).rejects.toMatchObject({ status: 401 });
  expect(paths()).toEqual([MINT, COMMENTS]);
  await expect(client.rest.issues.get({ ...AT, issue_number: 1 })).rejects.toMatchObject({ status: 401 });
  expect(paths()).toEqual([MINT, COMMENTS, ISSUE, MINT, ISSUE]);
});

it("asks nothing more of an installation that is suspended [WH-23]", async () => {
  const { client, paths } = await aWire(SHORT, () => true, true);
  await expect(client.rest.issues.get({ ...AT, issue_number: 1 })).rejects.toMatchObject({ status: 403 });
  expect(paths()).toEqual([MINT]);
});

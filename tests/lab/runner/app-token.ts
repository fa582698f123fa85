/**
 * `actions/create-github-app-token`, played over real requests: a web token signed with the App's key, its installation, a token narrowed to this
 * repository; in the end that token is revoked. As version 3 does it (https://github.com/actions/create-github-app-token).
 */
import { createPrivateKey, sign } from "node:crypto";
import * as z from "zod";
import type { Conclusion } from "../actions/dispatched.ts";
import type { Desk, StepPhases } from "./phase.ts";
import { write } from "./space.ts";
import { withOf } from "./with.ts";

const ACTION = "actions/create-github-app-token";

/** Without a permission the token may all that the App may: no file of ours wants that, so it is not played. */
const Inputs = z
  .strictObject({
    "client-id": z.string().min(1, { error: "must be set to a non-empty string" }),
    "private-key": z.string().min(1, { error: "must be set to a non-empty string" }),
    "permission-contents": z.enum(["read", "write"]).optional(),
    "permission-pull-requests": z.enum(["read", "write"]).optional(),
  })
  .transform((given) => ({
    ...given,
    permissions: {
      ...(given["permission-contents"] && { contents: given["permission-contents"] }),
      ...(given["permission-pull-requests"] && { pull_requests: given["permission-pull-requests"] }),
    },
  }))
  .refine(({ permissions }) => Object.keys(permissions).length > 0, { error: "a token that is not narrowed is not played" });

export const appTokenPhases: StepPhases = {
  main: create,
  post: { condition: "always()", run: revoke },
};

const Installation = z.object({ id: z.number(), app_slug: z.string() });
const Token = z.object({ token: z.string() });

async function create(desk: Desk): Promise<Conclusion> {
  const { space, outputs, state } = desk;
  const { "client-id": issuer, "private-key": key, permissions } = withOf(ACTION, Inputs, desk);
  const { repository } = space.attempt.run;
  const bearer = `Bearer ${webTokenOf(issuer, key)}`;
  const installation = Installation.parse(await asked(desk, bearer, { path: `/repos/${repository}/installation` }));
  const repositories = [repository.split("/")[1]];
  const { token } = Token.parse(
    await asked(desk, bearer, { path: `/app/installations/${installation.id}/access_tokens`, body: { repositories, permissions } }),
  );
  space.masks.add(token);
  outputs.set("token", token).set("installation-id", String(installation.id)).set("app-slug", installation.app_slug);
  state.set("token", token);
  return "success";
}

async function revoke(desk: Desk): Promise<Conclusion> {
  const token = desk.state.get("token");
  if (token === undefined) write(desk.space, "Token is not set");
  else await asked(desk, `token ${token}`, { path: "/installation/token", method: "DELETE" });
  return "success";
}

/** https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app */
function webTokenOf(issuer: string, key: string): string {
  const now = Math.floor(Date.now() / 1000);
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: "RS256", typ: "JWT" })}.${part({ iat: now - 30, exp: now + 570, iss: issuer })}`;
  return `${text}.${sign("RSA-SHA256", Buffer.from(text), createPrivateKey(key)).toString("base64url")}`;
}

interface Wanted {
  readonly path: string;
  readonly method?: "DELETE";
  readonly body?: object;
}

/** The answer; throws an `Error` with GitHub's words for a refusal. The lab wants to be told the version of its API. */
async function asked({ space, signal }: Desk, authorization: string, { path, method, body }: Wanted): Promise<unknown> {
  const headers = { authorization, accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" };
  const answer = await fetch(`${space.attempt.machine.apiUrl}${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
    signal,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return text === "" ? null : JSON.parse(text);
}

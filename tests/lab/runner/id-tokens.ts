/** GitHub's issuer of OpenID tokens, on loopback: whoever has the job's secret gets one, for the audience that he names. The signature is none. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What a job is told of it (https://docs.github.com/en/actions/reference/security/oidc). */
export interface IdTokenPlace {
  readonly url: string;
  readonly secret: string;
}

export interface Issuer extends IdTokenPlace {
  /** What was given, in order. */
  readonly issued: readonly { readonly audience: string | null; readonly token: string }[];
  /** Answers with this status from now on; null: as it should. */
  fail(status: number | null): void;
  close(): Promise<void>;
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Starts it on 127.0.0.1. */
export async function startIssuer(): Promise<Issuer> {
  const secret = `lab-request-${randomBytes(16).toString("hex")}`;
  const issued: { readonly audience: string | null; readonly token: string }[] = [];
  let failing: number | null = null;
  const server = createServer((request, response) => {
    const status = request.headers.authorization === `Bearer ${secret}` ? failing : 401;
    if (status !== null) return void response.writeHead(status).end();
    const audience = new URL(request.url ?? "/", "http://issuer").searchParams.get("audience");
    const claims = { iss: "https://token.actions.githubusercontent.com", aud: audience, jti: issued.length };
    const token = `${part({ alg: "none" })}.${part(claims)}.${randomBytes(32).toString("base64url")}`;
    issued.push({ audience, token });
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ value: token }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/token?api-version=2.0`,
    secret,
    issued,
    fail(status) {
      failing = status;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

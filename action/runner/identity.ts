/** Asks for the job's OpenID token (https://docs.github.com/en/actions/reference/security/oidc). */
import { setSecret } from "@actions/core";
import * as z from "zod";
import { Failure } from "#ports/failure.ts";

/**
 * The address of the runner's tokens, for a job that may ask for them (`permissions: id-token: write`), and the secret
 * to ask with.
 */
export interface IdTokens {
  readonly url: string;
  readonly secret: string;
}

const Answer = z.object({ value: z.string().min(1) });

/** Milliseconds for one token. */
const PATIENCE = 30_000;

/** Null where this job may not ask. */
export function idTokensOf(env: Readonly<NodeJS.ProcessEnv>): IdTokens | null {
  const [url, secret] = [env["ACTIONS_ID_TOKEN_REQUEST_URL"], env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]];
  return url && secret ? { url, secret } : null;
}

/**
 * Gives a new token for this audience, valid for some minutes. Not by `getIDToken`, which reads the secret from the
 * environment, where it must not stay. Rejects with `Failure("model")`.
 */
export async function idToken({ url, secret }: IdTokens, audience: string): Promise<string> {
  const address = new URL(url);
  address.searchParams.set("audience", audience);
  const { status, body } = await asked(address, secret);
  const read = Answer.safeParse(body);
  if (read.success) {
    setSecret(read.data.value);
    return read.data.value;
  }
  throw new Failure(
    "model",
    `GitHub gave this job no identity token (status ${status}): does the job have \`id-token: write\`?`,
    {
      retryable: status >= 500 || status === 429,
    },
  );
}

async function asked(address: URL, secret: string): Promise<{ readonly status: number; readonly body: unknown }> {
  try {
    const answer = await fetch(address, {
      headers: { authorization: `Bearer ${secret}` },
      signal: AbortSignal.timeout(PATIENCE),
    });
    return { status: answer.status, body: answer.status === 200 ? await answer.json() : null };
  } catch (cause) {
    throw new Failure("model", "GitHub does not answer as it should where it gives identity tokens", {
      retryable: true,
      cause,
    });
  }
}

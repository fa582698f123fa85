/** Reads how this machine reaches GitHub: a token and an address from the environment. */
import * as z from "zod";
import type { Api } from "#adapters/github/client/api.ts";
import type { OutgoingGuard } from "#adapters/github/client/outgoing-guard.ts";
import { tokenClientOf } from "#adapters/github/client/token-client.ts";
import { Misuse, orMisuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { secretGuardOver } from "#core/analysis/secrets/redact.ts";
import { trimEndCharacters } from "#core/values/trim-end.ts";

/** A client by the version of the API that its requests name (null: ours), the guard before it, and the address. */
export interface GitHubAccess {
  readonly client: (version: string | null) => Api;
  readonly gate: OutgoingGuard;
  /** Without a slash at its end. */
  readonly apiUrl: string;
}

const Address = z
  .url({ protocol: /^https?$/, error: "GITHUB_API_URL is no address; give one like https://github.example/api/v3" })
  .transform((url) => trimEndCharacters(url, "/"));

/** Throws `Misuse` where there is no token, in the words of `needs`, or the address is none. Sends nothing. */
export function githubAccess({ env, note }: Pick<Terminal, "env" | "note">, needs: string): GitHubAccess {
  const token = env["GITHUB_TOKEN"]?.trim() ?? "";
  if (!/^\S+$/.test(token)) throw new Misuse(needs);
  const apiUrl = orMisuse(() => Address.parse(env["GITHUB_API_URL"] || "https://api.github.com"));
  const gate = { guard: secretGuardOver([token]), warn: note };
  return { client: (version) => tokenClientOf({ token, apiUrl, version }, gate), gate, apiUrl };
}

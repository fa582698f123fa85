/** Checks every request to GitHub, so that none carries a secret. */
import { mapTexts, type SecretGuard, textsIn } from "#core/analysis/secrets/redact.ts";
import { Failure } from "#ports/failure.ts";
import type { Api, Client } from "./api.ts";
import { withApiVersion } from "./api-version.ts";

/** `guard` knows our secrets; `warn` gets one line for each text that was withheld. */
export interface OutgoingGuard {
  readonly guard: SecretGuard;
  readonly warn: (line: string) => void;
}

/** Parameters of Octokit's that it does not send to GitHub as they are. */
const MACHINERY: readonly string[] = ["method", "baseUrl", "url", "headers", "mediaType", "request"];

/** Texts for people, by GitHub's names in comments, reviews, pull requests and check runs. */
const PROSE: readonly string[] = ["title", "body", "output", "message"];

/**
 * Replaces a text that held a secret of ours. The rest of such a text may hold parts of it, so nothing of it is shown.
 */
export const WITHHELD_TEXT =
  "**Withheld.** This text held a secret of Loopwright's own, a token or a key, so it is not shown. " +
  "Replace that secret now: whoever wrote the text may know it. The journal of the run says how it stands.";

/**
 * Lets a client send only what may leave. A text for people with a secret of ours is replaced by a sentence that says
 * so, and keeps its mark; anything like a token is hidden in all such texts. With a secret of ours anywhere else, such
 * as a file, a branch's name or the journal, nothing is sent: the call rejects with `Failure("github")`. Every request
 * names the version of the API. Call it once for a client, before its first request.
 */
export function withOutgoingGuard<C extends Client>(client: C, gate: OutgoingGuard): C & Api {
  withApiVersion(client);
  client.hook.before("request", (options) => {
    const given = options as Record<string, unknown>; // each endpoint has parameters of its own
    const where = `${options.method} ${options.url}`;
    for (const name of Object.keys(given)) {
      if (MACHINERY.includes(name)) continue;
      if (PROSE.includes(name)) given[name] = mapTexts(given[name], (text) => prose(text, where, gate));
      else refuseOwn(given[name], where, gate);
    }
  });
  return client as C & Api;
}

function prose(text: string, where: string, { guard, warn }: OutgoingGuard): string {
  if (!guard.containsOwn(text)) return guard.hide(text);
  warn(`withheld: the text for ${where} held a secret of ours; replace that secret`);
  const [mark = ""] = /\n\n<!-- loopwright:[^<>\n]{1,300} -->$/.exec(text) ?? [];
  return guard.containsOwn(mark) ? WITHHELD_TEXT : `${WITHHELD_TEXT}${mark}`;
}

function refuseOwn(value: unknown, where: string, { guard, warn }: OutgoingGuard): void {
  if (!textsIn(value).some(guard.containsOwn)) return;
  const message =
    `${where}: nothing was sent, because it held a secret of ours. ` +
    "Replace that secret: whoever wrote it there may know it";
  warn(message);
  throw new Failure("github", message, { retryable: false });
}

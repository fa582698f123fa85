/** The one gate to GitHub: every request of ours passes it, and no secret does (OUT-01, OUT-02). */
import { mapTexts, type SecretGuard, textsIn } from "#core/analysis/secrets/redact.ts";
import { Failure } from "#ports/failure.ts";
import type { Api, Client } from "./api.ts";

/** `guard` knows our secrets; `warn` is told, in one line, of each text that was withheld. */
export interface OutgoingGuard {
  readonly guard: SecretGuard;
  readonly warn: (line: string) => void;
}

/** Parameters of Octokit's that GitHub is not told as they are. */
const MACHINERY: readonly string[] = ["method", "baseUrl", "url", "headers", "mediaType", "request"];

/** What people read, by the names that GitHub gives it in comments, reviews, pull requests and check runs. */
const PROSE: readonly string[] = ["title", "body", "output", "message"];

/** What stands in place of prose that held a secret of ours. Nobody can tell what is left of such a text, so nothing of it is shown. */
export const WITHHELD_TEXT =
  "**Withheld.** This text held a secret of Loopwright's own, a token or a key, so it is not shown. Replace that secret now: whoever wrote the text may know it. The journal of the run says how it stands.";

/**
 * Lets a client send only what may leave. Prose with a secret of ours is replaced by a sentence that says so, its mark stays; in all prose
 * what looks like a token is hidden. A secret of ours anywhere else, as in a file, a branch's name or the journal, and nothing is sent:
 * the call rejects with `Failure("github")`. For a client that was given out once, before anybody uses it.
 */
export function withOutgoingGuard<C extends Client>(client: C, gate: OutgoingGuard): C & Api {
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
  const message = `${where}: nothing was sent, because it held a secret of ours. Replace that secret: whoever wrote it there may know it`;
  warn(message);
  throw new Failure("github", message, { retryable: false });
}

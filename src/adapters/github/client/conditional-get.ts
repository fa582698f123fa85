/** Looks that cost nothing while nothing has changed: GitHub answers 304 to whoever names the mark of what they saw, and does not count it. */
import { apiErrorOf } from "./api-error.ts";
import { type AskOptions, githubFailureOf, requireComplete } from "./github-request.ts";

/** What the client gives for a GET. */
interface Answer<T> {
  readonly data: T;
  readonly headers: { readonly etag?: string | undefined };
}

/** Sent with a request: empty, or the mark of what was seen. */
type Marked = Readonly<Record<string, string>>;

/** Asks GitHub for something by its name; null where there is none. Throws `Failure`. */
export type ConditionalGet<T, K> = (
  name: string,
  request: (headers: Marked) => Promise<Answer<T>>,
  options?: AskOptions,
) => Promise<K | null>;

/** Remembers what was seen, by name, for as long as it is held. `keep`: what is read of an answer; the rest is forgotten. */
export function conditionalGet<T, K>(keep: (data: T) => K): ConditionalGet<T, K> {
  const seen = new Map<string, { readonly etag: string; readonly kept: K }>();
  return async (name, request, options = {}) => {
    const before = seen.get(name);
    const answer = await request(before === undefined ? {} : { "if-none-match": before.etag }).catch((error) => gone(error, options));
    if (answer === "same" && before !== undefined) return before.kept;
    seen.delete(name);
    if (answer === "same" || answer === null) return null;
    const { data, headers } = requireComplete(answer, options);
    const kept = keep(data);
    if (headers.etag !== undefined) seen.set(name, { etag: headers.etag, kept });
    return kept;
  };
}

/** What a refusal says about something that is looked at. Throws `Failure` for every other. */
function gone(error: unknown, options: AskOptions): "same" | null {
  const status = apiErrorOf(error)?.status;
  if (status === 304) return "same";
  if (status === 404) return null;
  throw githubFailureOf(error, options);
}

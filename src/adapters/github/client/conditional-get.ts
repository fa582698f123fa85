/**
 * Sends conditional requests: GitHub answers 304 to an ETag that still holds, and does not count it against the rate
 * limit.
 */
import { apiErrorOf } from "./api-error.ts";
import { type AskOptions, githubFailureOf, requireComplete } from "./github-request.ts";

/** The client's answer to a GET. */
interface Answer<T> {
  readonly data: T;
  readonly headers: { readonly etag?: string | undefined };
}

/** Headers of a request: empty, or the ETag of the last answer. */
type Marked = Readonly<Record<string, string>>;

/** Reads something by its name; null where GitHub has none. Throws `Failure`. */
export type ConditionalGet<T, K> = (
  name: string,
  request: (headers: Marked) => Promise<Answer<T>>,
  options?: AskOptions,
) => Promise<K | null>;

/** Remembers answers by name as long as the function lives. `keep`: extracts what is remembered of an answer. */
export function conditionalGet<T, K>(keep: (data: T) => K): ConditionalGet<T, K> {
  const seen = new Map<string, { readonly etag: string; readonly kept: K }>();
  return async (name, request, options = {}) => {
    const before = seen.get(name);
    const answer = await request(before === undefined ? {} : { "if-none-match": before.etag }).catch((error) =>
      gone(error, options),
    );
    if (answer === "same" && before !== undefined) return before.kept;
    seen.delete(name);
    if (answer === "same" || answer === null) return null;
    const { data, headers } = requireComplete(answer, options);
    const kept = keep(data);
    if (headers.etag !== undefined) seen.set(name, { etag: headers.etag, kept });
    return kept;
  };
}

/** Interprets a refused read. Throws `Failure` for any other error. */
function gone(error: unknown, options: AskOptions): "same" | null {
  const status = apiErrorOf(error)?.status;
  if (status === 304) return "same";
  if (status === 404) return null;
  throw githubFailureOf(error, options);
}

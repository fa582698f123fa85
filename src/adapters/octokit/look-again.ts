/** Looks that cost nothing while nothing has changed: GitHub answers 304 to whoever names the mark of what they saw, and does not count it. */
import { type AskOptions, failureOf, whole } from "./errors.ts";
import { refusalOf } from "./refusal.ts";

/** What the client gives for a GET. */
interface Answer<T> {
  readonly data: T;
  readonly headers: { readonly etag?: string | undefined };
}

/** Sent with a request: empty, or the mark of what was seen. */
type Marked = Readonly<Record<string, string>>;

/** Asks GitHub for something by its name; null where there is none. Throws `Failure`. */
export type LookAgain<T> = (name: string, request: (headers: Marked) => Promise<Answer<T>>, options?: AskOptions) => Promise<T | null>;

/** Remembers what was seen, by name, for as long as it is held. */
export function lookAgain<T>(): LookAgain<T> {
  const seen = new Map<string, { readonly etag: string; readonly data: T }>();
  return async (name, request, options = {}) => {
    const before = seen.get(name);
    const answer = await request(before === undefined ? {} : { "if-none-match": before.etag }).catch((error) => gone(error, options));
    if (answer === "same" && before !== undefined) return before.data;
    seen.delete(name);
    if (answer === "same" || answer === null) return null;
    const { data, headers } = whole(answer, options);
    if (headers.etag !== undefined) seen.set(name, { etag: headers.etag, data });
    return data;
  };
}

/** What a refusal says about something that is looked at. Throws `Failure` for every other. */
function gone(error: unknown, options: AskOptions): "same" | null {
  const status = refusalOf(error)?.status;
  if (status === 304) return "same";
  if (status === 404) return null;
  throw failureOf(error, options);
}

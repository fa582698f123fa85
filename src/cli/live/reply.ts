/** Reads GitHub's answers as they came, refusals included, where an attempt looks at the answer itself. */
import { type ApiError, apiErrorOf } from "#adapters/github/client/api-error.ts";

/** What a client resolves with. */
interface ClientAnswer {
  readonly status: number;
  readonly data: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** One answer. `words`: GitHub's own, of a refusal, one line; "" otherwise. */
export interface Reply extends ClientAnswer {
  readonly words: string;
}

/** The answer, or the refusal with one of these statuses. Throws the client's error for any other one. */
export async function replyTo(request: () => Promise<ClientAnswer>, refusals: readonly number[] = []): Promise<Reply> {
  try {
    const { status, data, headers } = await request();
    return { status, data, headers, words: "" };
  } catch (error) {
    const refusal = apiErrorOf(error);
    if (refusal === null || !refusals.includes(refusal.status)) throw error;
    return { status: refusal.status, data: null, headers: {}, words: refusal.message };
  }
}

/** The status and GitHub's words, for a person. */
export function shownReply({ status, words }: Reply): string {
  return words === "" ? `GitHub answered ${status}` : `GitHub answered ${status}: ${words}`;
}

/** A refusal that was not expected, for a person. */
export function shownRefusal({ method, path, status, message, permissions }: ApiError): string {
  const answer = status === 0 ? "no answer came" : `GitHub answered ${status}`;
  const needs = permissions === null ? "" : ` (the operation needs ${permissions})`;
  return `${method} ${path}: ${answer}: ${message}${needs}`;
}

/** The first digits of a commit's id, for a person. */
export function shortSha(sha: string | null): string {
  return sha === null ? "nothing" : sha.slice(0, 7);
}

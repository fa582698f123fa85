/**
 * Sends requests, and turns GitHub's errors into `Failure`s: the request, GitHub's message, whether a retry may help,
 * what to do.
 */
import * as z from "zod";
import { Failure, type Service } from "#ports/failure.ts";
import { type ApiError, apiErrorOf } from "./api-error.ts";
import { errorAdviceOf } from "./error-advice.ts";

export interface AskOptions {
  /** The port that the failure names. Default: `github`. */
  readonly service?: Service;
  /** Advice of a caller that knows more about a refusal; null leaves it to the general advice. */
  readonly adviceFor?: (refusal: ApiError) => string | null;
}

/**
 * Sends a request. Throws `Failure` for a refusal and for a broken connection; retryable for rate limits, 5xx and lost
 * connections. Any other error passes unchanged: it is a bug.
 */
export async function askGitHub<T>(request: () => Promise<T>, options: AskOptions = {}): Promise<T> {
  try {
    return requireComplete(await request(), options);
  } catch (error) {
    throw githubFailureOf(error, options);
  }
}

/** The same where 404, or one of `none`, is an answer: null. */
export async function askGitHubOrNull<T>(
  request: () => Promise<T>,
  options: AskOptions = {},
  none: readonly number[] = [404],
): Promise<T | null> {
  try {
    return requireComplete(await request(), options);
  } catch (error) {
    if (none.includes(apiErrorOf(error)?.status ?? 0)) return null;
    throw githubFailureOf(error, options);
  }
}

/** GitHub answers with JSON, or with 204 and nothing. The client gives a text for an answer that was cut off. */
const BrokenOff = z.object({
  url: z.string(),
  status: z.number().refine((status) => status !== 204),
  data: z.string(),
});

/** The answer, if it is complete. Throws `Failure`. */
export function requireComplete<T>(answer: T, { service = "github" }: AskOptions): T {
  const broken = BrokenOff.safeParse(answer);
  if (!broken.success) return answer;
  const { status, url } = broken.data;
  throw new Failure(service, `${new URL(url).pathname}: GitHub answered ${status}, but its answer broke off`, {
    retryable: true,
  });
}

/**
 * The `Failure` for an error of the client; any other error is returned as it is. Its cause keeps no token and no body.
 */
export function githubFailureOf(
  error: unknown,
  { service = "github", adviceFor = () => null }: AskOptions = {},
): unknown {
  const refusal = apiErrorOf(error);
  if (refusal === null) return error;
  const { method, path, status, message: words, limited } = refusal;
  const advice = adviceFor(refusal) ?? errorAdviceOf(refusal);
  const outcome = status === 0 ? "no answer came" : `GitHub answered ${status}`;
  const message = `${method} ${path}: ${outcome}: ${words}${advice === null ? "" : `. What to do: ${advice}`}`;
  const retryable = limited || status === 0 || status >= 500;
  // A refused request changed nothing; after a 5xx or a lost connection that is unknown.
  return new Failure(service, message, { retryable, undone: status >= 400 && status < 500, cause: slim(error) });
}

function slim(error: unknown): Error {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const cause = new Error(message);
  cause.name = name;
  if (stack !== undefined) cause.stack = stack;
  return cause;
}

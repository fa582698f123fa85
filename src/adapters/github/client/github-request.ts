/** GitHub's errors as ours: what was asked, what GitHub said, whether it may pass, what to do. */
import * as z from "zod";
import { Failure, type Service } from "#ports/failure.ts";
import { type ApiError, apiErrorOf } from "./api-error.ts";
import { errorAdviceOf } from "./error-advice.ts";

export interface AskOptions {
  /** Which port is broken. Default: `github`. */
  readonly service?: Service;
  /** What to do about a refusal that the caller knows more of; null leaves it to the general advice. */
  readonly adviceFor?: (refusal: ApiError) => string | null;
}

/**
 * Asks GitHub. Throws `Failure` for what it refuses and where it cannot be reached; retryable for limits, 5xx and lost connections.
 * Every other error passes unchanged: it is a mistake of ours.
 */
export async function askGitHub<T>(request: () => Promise<T>, options: AskOptions = {}): Promise<T> {
  try {
    return requireComplete(await request(), options);
  } catch (error) {
    throw githubFailureOf(error, options);
  }
}

/** The same where "there is none" (404) is an answer: null. */
export async function askGitHubOrNull<T>(request: () => Promise<T>, options: AskOptions = {}): Promise<T | null> {
  try {
    return requireComplete(await request(), options);
  } catch (error) {
    if (apiErrorOf(error)?.status === 404) return null;
    throw githubFailureOf(error, options);
  }
}

/** GitHub answers with JSON, or with 204 and nothing. The client gives a text for an answer that broke off on its way. */
const BrokenOff = z.object({ url: z.string(), status: z.number().refine((status) => status !== 204), data: z.string() });

/** The answer, where it came to its end. Throws `Failure`. */
export function requireComplete<T>(answer: T, { service = "github" }: AskOptions): T {
  const broken = BrokenOff.safeParse(answer);
  if (!broken.success) return answer;
  const { status, url } = broken.data;
  throw new Failure(service, `${new URL(url).pathname}: GitHub answered ${status}, but its answer broke off`, { retryable: true });
}

/** The `Failure` for an error of the client; any other error is given back as it is. Its cause keeps no token and no body. */
export function githubFailureOf(error: unknown, { service = "github", adviceFor = () => null }: AskOptions = {}): unknown {
  const refusal = apiErrorOf(error);
  if (refusal === null) return error;
  const { method, path, status, message: said, limited } = refusal;
  const advice = adviceFor(refusal) ?? errorAdviceOf(refusal);
  const told = status === 0 ? "no answer came" : `GitHub answered ${status}`;
  const message = `${method} ${path}: ${told}: ${said}${advice === null ? "" : `. What to do: ${advice}`}`;
  const retryable = limited || status === 0 || status >= 500;
  // What GitHub refuses it has not done; of a 5xx and a lost connection nobody can say.
  return new Failure(service, message, { retryable, undone: status >= 400 && status < 500, cause: slim(error) });
}

function slim(error: unknown): Error {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const cause = new Error(message);
  cause.name = name;
  if (stack !== undefined) cause.stack = stack;
  return cause;
}

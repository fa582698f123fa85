/** GitHub's errors as ours: what was asked, what GitHub said, whether it may pass, what to do. */
import * as z from "zod";
import { Failure, type Service } from "#ports/failure.ts";
import { cureOf } from "./cure.ts";
import { type Refusal, refusalOf } from "./refusal.ts";

export interface AskOptions {
  /** Which port is broken. Default: `github`. */
  readonly service?: Service;
  /** What to do about a refusal that the caller knows more of; null leaves it to the general advice. */
  readonly cure?: (refusal: Refusal) => string | null;
}

/**
 * Asks GitHub. Throws `Failure` for what it refuses and where it cannot be reached; retryable for limits, 5xx and lost connections.
 * Every other error passes unchanged: it is a mistake of ours.
 */
export async function ask<T>(request: () => Promise<T>, options: AskOptions = {}): Promise<T> {
  try {
    return whole(await request(), options);
  } catch (error) {
    throw failureOf(error, options);
  }
}

/** The same where "there is none" (404) is an answer: null. */
export async function askForSome<T>(request: () => Promise<T>, options: AskOptions = {}): Promise<T | null> {
  try {
    return whole(await request(), options);
  } catch (error) {
    if (refusalOf(error)?.status === 404) return null;
    throw failureOf(error, options);
  }
}

/** GitHub answers with JSON, or with 204 and nothing. The client gives a text for an answer that broke off on its way. */
const BrokenOff = z.object({ url: z.string(), status: z.number().refine((status) => status !== 204), data: z.string() });

/** The answer, where it came to its end. Throws `Failure`. */
export function whole<T>(answer: T, { service = "github" }: AskOptions): T {
  const broken = BrokenOff.safeParse(answer);
  if (!broken.success) return answer;
  const { status, url } = broken.data;
  throw new Failure(service, `${new URL(url).pathname}: GitHub answered ${status}, but its answer broke off`, { retryable: true });
}

/** The `Failure` for an error of the client; any other error is given back as it is. Its cause keeps no token and no body. */
export function failureOf(error: unknown, { service = "github", cure = () => null }: AskOptions = {}): unknown {
  const refusal = refusalOf(error);
  if (refusal === null) return error;
  const { method, path, status, said, limited } = refusal;
  const advice = cure(refusal) ?? cureOf(refusal);
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

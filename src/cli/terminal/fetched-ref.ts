/** Reads a ref that a person named, and says how to fetch one that is not in this clone. */
import { Failure } from "#ports/failure.ts";
import { Misuse } from "./exit.ts";

/** What git found at the ref. Throws `Misuse` with the command that fetches it where git found nothing. */
export async function fetchedRef<T>(ref: string, look: Promise<T>): Promise<T> {
  try {
    return await look;
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    throw new Misuse(`there is no ${ref} here; git fetch origin 'refs/loopwright/*:refs/loopwright/*' brings them`, {
      cause,
    });
  }
}

/** The exit codes of the command line, and the error of a person's mistake. */
import { messageOf } from "#core/values/message-of.ts";

/** A person's mistake, or a state in which the command makes no sense: one message, exit code 2, nothing changed. */
export class Misuse extends Error {
  override readonly name = "Misuse";
}

/** Reads a person's input with a schema. Throws `Misuse` with each thing that is wrong with it. */
export function orMisuse<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new Misuse(messageOf(cause), { cause });
  }
}

/**
 * Exit codes: all went well; the run did not reach what the person asked for; the command was not understood or could
 * not begin.
 */
export const DONE = 0;
export const NOT_REACHED = 1;
export const MISUSED = 2;

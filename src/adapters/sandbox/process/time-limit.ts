/** Stops synchronous work that takes too long, even an exponential regular expression. */
import { isNativeError } from "node:util/types";
import { createContext, Script } from "node:vm";
import { Refused } from "#ports/tool-access.ts";

const CALL = new Script("work()");

/**
 * The result of `work`. Throws `Refused` when it takes longer than `ms` milliseconds. It limits time only; it isolates
 * nothing.
 */
export function withinTime<T>(ms: number, work: () => T): T {
  const done: T[] = [];
  const context = createContext({ work: () => void done.push(work()) });
  try {
    CALL.runInContext(context, { timeout: ms });
  } catch (error) {
    // The error comes from the other context: its class is not our `Error`.
    if (!(isNativeError(error) && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT")) throw error;
    throw new Refused(
      `This took longer than ${ms / 1000} s and was given up. Use a simpler pattern or a smaller folder.`,
    );
  }
  const [value] = done;
  return value as T; // `work` has ended, so the value is there
}

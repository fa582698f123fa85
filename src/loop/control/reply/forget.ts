/** `/forget <id>`: removes a memory, so that no later plan is shown it. */
import {
  type ControlContext,
  DONE,
  type IntentOutcome,
  refusedOutcome,
} from "#loop/control/context/control-context.ts";
import { Failure } from "#ports/failure.ts";

/** Removes the memory. Throws `Failure` where trying again may help; the reply says what a person must mend. */
export async function forgetMemory(id: string, { memories }: Pick<ControlContext, "memories">): Promise<IntentOutcome> {
  try {
    return (await memories.forget(id)) ? DONE : refusedOutcome(`there is no memory ${id}`);
  } catch (error) {
    if (!(error instanceof Failure) || error.retryable) throw error;
    return { kind: "confused", why: error.message };
  }
}

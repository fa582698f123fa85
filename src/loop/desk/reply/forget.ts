/** `/forget <id>`: a memory is taken out, so that no later plan is shown it. */
import { type Desk, DONE, type Outcome, refused } from "#loop/desk/context/desk.ts";
import { Failure } from "#ports/failure.ts";

/** Throws `Failure` where trying again may help; what a person must mend is said to them. */
export async function forget(id: string, { memories }: Pick<Desk, "memories">): Promise<Outcome> {
  try {
    return (await memories.forget(id)) ? DONE : refused(`there is no memory ${id}`);
  } catch (error) {
    if (!(error instanceof Failure) || error.retryable) throw error;
    return { kind: "confused", why: error.message };
  }
}

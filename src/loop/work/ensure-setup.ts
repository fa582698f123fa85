/** Makes sure that the run is set up: on a machine that has not done it yet, the setup commands run now. */
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import { outputTail } from "#loop/context/output-tail.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { Failure } from "#ports/failure.ts";

/**
 * Idempotent. Throws `Failure("sandbox")`, retryable, when setup fails here though it went well before: nothing is
 * judged without it.
 */
export async function ensureSetup(
  run: Run,
  { workspace, signal }: Pick<StepContext, "workspace" | "signal">,
): Promise<void> {
  const { failed } = await workspace.setup(run.base.tree, planOf(run).setup, signal);
  if (failed === null) return;
  throw new Failure("sandbox", `setup fails on this machine: ${failed.command}: ${outputTail(failed.result)}`, {
    retryable: true,
  });
}

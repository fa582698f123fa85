/** What setup adds is there: on a machine that has not set the run up yet, it is done now. */
import { planOf, type Run } from "#core/run/run.ts";
import type { Kit } from "#loop/kit/kit.ts";
import { outputTail } from "#loop/kit/output-tail.ts";
import { Failure } from "#ports/failure.ts";

/** Idempotent. Throws `Failure("sandbox")`, retryable, when setup fails here though it went well before: nothing is judged without it. */
export async function ready(run: Run, { workspace, signal }: Pick<Kit, "workspace" | "signal">): Promise<void> {
  const { failed } = await workspace.setup(run.base.tree, planOf(run).setup, signal);
  if (failed === null) return;
  throw new Failure("sandbox", `setup fails on this machine: ${failed.command}: ${outputTail(failed.result)}`, { retryable: true });
}

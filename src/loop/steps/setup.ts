/**
 * SETUP: runs the repository's setup commands in the sandbox, with network access to some hosts, before any worker
 * runs.
 */
import { eventMessage } from "#core/events/data/event-message.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import { outputTail } from "#loop/context/output-tail.ts";
import type { StepContext } from "#loop/context/step-context.ts";

export async function setup(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  const before = context.clock.now();
  const { ok, failed, blocked, sandbox } = await context.workspace.setup(
    run.base.tree,
    planOf(run).setup,
    context.signal,
  );
  const failure = failed === null ? [] : [`${failed.command}\n${outputTail(failed.result)}`];
  const details = [
    ...failure,
    ...blocked.map(({ command, host }) => `not reached, asked for by ${command}: ${host}`),
  ].join("\n");
  return [
    { kind: "setup_done", ok, details: eventMessage(details), ms: Math.max(0, context.clock.now() - before), sandbox },
  ];
}

/**
 * PRODUCE: the worker does exactly one atom, or the open steps where no atom is open; PREPARE runs beside the first of
 * an iteration.
 */
import type { EngineCommand } from "#core/decide/engine-command.ts";
import type { EventDraft } from "#core/events/event.ts";
import { draftsOfReport, WorkerReport } from "#core/iteration/worker-report.ts";
import type { Run } from "#core/run/run.ts";
import type { AtomId } from "#core/tasks/atom.ts";
import { bothInParallel } from "#loop/context/parallel.ts";
import type { RecordingStepContext } from "#loop/context/step-context.ts";
import { workRoleAndReport } from "#loop/work/ask-role.ts";
import { workOn } from "#loop/work/work-on.ts";
import { producePrompt } from "#text/prompts/produce.ts";
import { prepare } from "./prepare.ts";

export async function produce(
  { atom }: Extract<EngineCommand, { kind: "produce" }>,
  run: Run,
  context: RecordingStepContext,
): Promise<readonly EventDraft[]> {
  const skipped = atom === null && run.progress.cause === "refined" && run.progress.steps.every(({ open }) => !open);
  const [{ drafts, halted }, prepared] = await bothInParallel(
    context.signal,
    (signal) =>
      skipped ? Promise.resolve({ drafts: [unchanged(run)], halted: false }) : work(run, { ...context, signal }, atom),
    (signal) => (run.progress.prepared ? Promise.resolve([]) : prepare(run, { ...context, signal })),
  );
  return halted ? drafts : [...drafts, ...prepared];
}

async function work(
  run: Run,
  context: RecordingStepContext,
  atom: AtomId | null,
): Promise<{ readonly drafts: readonly EventDraft[]; readonly halted: boolean }> {
  const goal = producePrompt(run, atom);
  const {
    work: done,
    seen,
    halted,
  } = await workOn(run, context, (at) =>
    workRoleAndReport(run, context, { role: "worker", goal, ...at }, WorkerReport),
  );
  return {
    drafts: draftsOfReport(run, atom, { observed: seen, halted, report: done.report, problem: done.problem }),
    halted,
  };
}

/**
 * After a refinement with no step left open there is nothing to produce: the refined tree is evaluated as it is
 * (.github/decisions/0009).
 */
function unchanged({ progress, base }: Run): EventDraft {
  return {
    kind: "artifact_created",
    tree: progress.tree ?? base.tree,
    changed: [],
    refused: [],
    toolCalls: 0,
    summary: "no step is open",
    lastCalls: [...progress.lastCalls],
    atom: null,
    skipped: true,
    issues: [],
    nextSteps: [],
  };
}

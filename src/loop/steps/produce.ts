/**
 * PRODUCE: a worker does exactly one atom, others beside it do theirs on copies of their own, or one does the open
 * steps where no atom is open; PREPARE runs beside the first of an iteration.
 */
import type { EngineCommand } from "#core/decide/engine-command.ts";
import type { EventDraft } from "#core/events/event.ts";
import { draftsOfReport, type ReportedWork, WorkerReport } from "#core/iteration/worker-report.ts";
import type { Run } from "#core/run/run.ts";
import type { AtomId } from "#core/tasks/atom.ts";
import { bothInParallel, inParallel } from "#loop/context/parallel.ts";
import type { RecordingStepContext } from "#loop/context/step-context.ts";
import { withDrafts } from "#loop/context/with-drafts.ts";
import { workRoleAndReport } from "#loop/work/ask-role.ts";
import { mergeWork } from "#loop/work/merge-work.ts";
import { type ToolCallAudit, toolCallAudits } from "#loop/work/tool-call-audit.ts";
import { workOn } from "#loop/work/work-on.ts";
import { producePrompt } from "#text/prompts/produce.ts";
import { prepare } from "./prepare.ts";

/** What came of the workers, in order; an audit may have halted them. */
interface Produced {
  readonly drafts: readonly EventDraft[];
  readonly halted: boolean;
}

export async function produce(
  { atom, beside = [] }: Extract<EngineCommand, { kind: "produce" }>,
  run: Run,
  context: RecordingStepContext,
): Promise<readonly EventDraft[]> {
  const skipped = atom === null && run.progress.cause === "refined" && run.progress.steps.every(({ open }) => !open);
  const [{ drafts, halted }, prepared] = await bothInParallel(
    context.signal,
    (signal) =>
      skipped
        ? Promise.resolve({ drafts: [unchanged(run)], halted: false })
        : workSideBySide(run, { ...context, signal }, [atom, ...beside]),
    (signal) => (run.progress.prepared ? Promise.resolve([]) : prepare(run, { ...context, signal })),
  );
  return halted ? drafts : [...drafts, ...prepared];
}

/** Each worker begins with the tree of the run; what they made is merged in the order of the atoms. */
async function workSideBySide(
  run: Run,
  context: RecordingStepContext,
  atoms: readonly (AtomId | null)[],
): Promise<Produced> {
  const audits = await toolCallAudits(run, context);
  const done = await inParallel(atoms.length, atoms, async (atom) => ({
    atom,
    reported: await work(run, context, audits(), atom),
  }));
  const drafts: EventDraft[] = [];
  let now = run;
  for (const { atom, reported } of done) {
    const made = draftsOfReport(now, atom, await merged(run, now, context, reported));
    now = withDrafts(now, made);
    drafts.push(...made);
  }
  return { drafts, halted: done.some(({ reported }) => reported.halted) };
}

async function work(
  run: Run,
  context: RecordingStepContext,
  audit: ToolCallAudit,
  atom: AtomId | null,
): Promise<ReportedWork> {
  const goal = producePrompt(run, atom);
  const {
    work: done,
    seen,
    halted,
  } = await workOn(run, context, audit, (at) =>
    workRoleAndReport(run, context, { role: "worker", goal, ...at }, WorkerReport),
  );
  return { observed: seen, halted, report: done.report, problem: done.problem };
}

/** Work that is done, laid over what was merged before it in this step; other work as it is. */
async function merged(
  { base, progress }: Run,
  now: Run,
  { workspace }: RecordingStepContext,
  reported: ReportedWork,
): Promise<ReportedWork> {
  if (reported.report?.success !== true || reported.halted) return reported;
  const start = progress.tree ?? base.tree;
  const ours = now.progress.tree ?? base.tree;
  const result = await mergeWork(workspace, { base: start, ours, theirs: reported.observed.tree });
  if (result.kind === "conflict") return { ...reported, conflicts: result.paths };
  return { ...reported, observed: { ...reported.observed, tree: result.tree } };
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

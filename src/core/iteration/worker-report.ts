/** Turns a worker's report about an atom into events: code decides what counts, not the worker. */
import * as z from "zod";
import type { EventDraft, EventOf } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import type { AtomId } from "#core/tasks/atom.ts";
import { boundedText, optionalBoundedText } from "#core/values/bounded-text.ts";

/** The worker's report. What lies outside its atom belongs into `issues` and `nextSteps`. */
export const WorkerReport = z.strictObject({
  success: z.boolean(),
  summary: boundedText(1000),
  details: optionalBoundedText(2000),
  issues: z.array(boundedText(300)).max(10),
  nextSteps: z.array(boundedText(300)).max(10),
});
export type WorkerReport = z.infer<typeof WorkerReport>;

/** What the driver observed of the work: the files that it read back, and the calls that it counted. */
export type ObservedWork = Pick<
  EventOf<"artifact_created">,
  "tree" | "changed" | "refused" | "toolCalls" | "lastCalls"
>;

/**
 * The work with the worker's report. `account` is null where the worker gave none, `problem` then says why; `halted`:
 * an audit stopped it.
 */
export interface ReportedWork {
  readonly observed: ObservedWork;
  readonly report: WorkerReport | null;
  readonly problem: string;
  readonly halted: boolean;
}

/**
 * The events of one worker's work. Without success nothing of an atom's work stays: the tree is what it was before.
 * With no current atom the work stays whatever the worker reports, for the rules judge it.
 */
export function draftsOfReport(
  run: Run,
  atom: AtomId | null,
  { observed, report, problem, halted }: ReportedWork,
): readonly EventDraft[] {
  const success = report?.success === true && !halted;
  const summary =
    report === null ? `[${problem}]` : [report.summary, report.details].filter((part) => part !== "").join("\n");
  const { issues, nextSteps } = report ?? { issues: [], nextSteps: [] };
  const stays = success || atom === null;
  const made: EventDraft = {
    kind: "artifact_created",
    ...(stays ? observed : { ...observed, tree: run.progress.tree ?? run.base.tree, changed: [] }),
    summary,
    atom,
    skipped: false,
    issues: [...issues],
    nextSteps: [...nextSteps],
  };
  if (atom === null || halted) return [made];
  if (success)
    return [made, { kind: "atom_resolved", atom, binding: { summary: report.summary, artifacts: observed.changed } }];
  return [made, { kind: "atom_failed", atom, why: report?.summary ?? problem, final: false }];
}

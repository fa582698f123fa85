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
 * an audit stopped it. `conflicts`: paths where it does not merge with the work of an atom beside it; absent where it
 * does.
 */
export interface ReportedWork {
  readonly observed: ObservedWork;
  readonly report: WorkerReport | null;
  readonly problem: string;
  readonly halted: boolean;
  readonly conflicts?: readonly string[];
}

/**
 * The events of one worker's work. Without success nothing of an atom's work stays: the tree is what it was before. So
 * it is where it conflicts; then the atom stays in hand, and the attempt does not count.
 * With no current atom the work stays whatever the worker reports, for the rules judge it.
 */
export function draftsOfReport(
  run: Run,
  atom: AtomId | null,
  { observed, report, problem, halted, conflicts }: ReportedWork,
): readonly EventDraft[] {
  const success = report?.success === true && !halted;
  const stays = atom === null || (success && conflicts === undefined);
  const made: EventDraft = {
    kind: "artifact_created",
    ...(stays ? observed : { ...observed, tree: run.progress.tree ?? run.base.tree, changed: [] }),
    ...told(report, problem),
    atom,
    skipped: false,
    ...(conflicts === undefined ? {} : { conflicts: conflicts.slice(0, 500) }),
  };
  if (atom === null || halted || conflicts !== undefined) return [made];
  if (success)
    return [made, { kind: "atom_resolved", atom, binding: { summary: report.summary, artifacts: observed.changed } }];
  return [made, { kind: "atom_failed", atom, why: report?.summary ?? problem, final: false }];
}

function told(
  report: WorkerReport | null,
  problem: string,
): Pick<EventOf<"artifact_created">, "summary" | "issues" | "nextSteps"> {
  if (report === null) return { summary: `[${problem}]`, issues: [], nextSteps: [] };
  const { summary, details, issues, nextSteps } = report;
  return { summary: [summary, details].filter((part) => part !== "").join("\n"), issues, nextSteps };
}

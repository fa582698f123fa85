/** REFINE: a model changes only what the critique asks for. */
import type { EventDraft } from "#core/events/event.ts";
import { SUMMARY_CHARACTERS } from "#core/events/loop-events.ts";
import type { Run } from "#core/run/run.ts";
import type { RecordingStepContext } from "#loop/context/step-context.ts";
import { workRole } from "#loop/work/ask-role.ts";
import { toolCallAudits } from "#loop/work/tool-call-audit.ts";
import { workOn } from "#loop/work/work-on.ts";
import { refinePrompt } from "#text/prompts/refine.ts";

export async function refine(run: Run, context: RecordingStepContext): Promise<readonly EventDraft[]> {
  const audits = await toolCallAudits(run, context);
  const { work, seen } = await workOn(run, context, audits(), (at) =>
    workRole(run, context, { role: "refiner", goal: refinePrompt(run), ...at }),
  );
  const summary = `${work.end === "done" ? "" : `[ended by ${work.end}] `}${work.text}`.slice(0, SUMMARY_CHARACTERS);
  return [{ kind: "refinement_done", ...seen, summary, previousTree: run.progress.tree ?? run.base.tree }];
}

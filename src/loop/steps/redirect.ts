/** REDIRECT: what a maintainer's words change in a run that is at work (S2.08, S2.09, M2.02). */
import * as z from "zod";
import { RedirectChange } from "#core/events/data/correction.ts";
import type { EventDraft } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { askRole } from "#loop/work/ask-role.ts";
import { redirectPrompt } from "#text/prompts/redirect.ts";

const Answer = z.strictObject({ change: RedirectChange, why: z.string().trim().min(1).max(1000) });

/** The work since the last kept tree was discarded when the words were written down; here they are weighed. */
export async function redirect(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  if (run.redirect === null) throw new Error("bug: there is nothing to redirect");
  const { change, why } = await askRole(run, context, {
    role: "coordinator",
    question: redirectPrompt(run),
    schema: Answer,
  });
  return [{ kind: "redirected", of: run.redirect, change, why }];
}

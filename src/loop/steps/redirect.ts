/** REDIRECT: a model decides what a maintainer's comment changes in a run that is at work. */
import * as z from "zod";
import { RedirectChange } from "#core/events/data/correction.ts";
import type { EventDraft } from "#core/events/event.ts";
import { MOST_REOPENED } from "#core/events/steer-events.ts";
import type { Run } from "#core/run/run.ts";
import { AtomId } from "#core/tasks/atom.ts";
import { atomIn } from "#core/tasks/graph.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { askRole } from "#loop/work/ask-role.ts";
import { redirectPrompt } from "#text/prompts/redirect.ts";

/** The coordinator's answer. */
export const RedirectAnswer = z.strictObject({
  change: RedirectChange,
  atoms: z.array(AtomId).max(MOST_REOPENED).default([]),
  why: z.string().trim().min(1).max(1000),
});

/** Decides what the comment changes. The work since the last kept tree was discarded when the comment was recorded. */
export async function redirect(run: Run, context: StepContext): Promise<readonly EventDraft[]> {
  if (run.redirect === null) throw new Error("bug: there is nothing to redirect");
  const { change, atoms, why } = await askRole(run, context, {
    role: "coordinator",
    question: redirectPrompt(run),
    schema: RedirectAnswer,
  });
  const reopens = change === "result_change" ? atoms.filter((id) => atomIn(run.graph, id) !== null) : [];
  const asked = run.corrections.some(({ kind, onPull }) => kind === null && onPull !== undefined);
  const measures = asked && change !== "objective_change" ? { measures: true as const } : {};
  return [{ kind: "redirected", of: run.redirect, change, why, reopens, ...measures }];
}

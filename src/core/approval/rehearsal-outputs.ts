/**
 * The result of the job `rehearse`, which may not write: its outputs and its artifact, compared with the journal before
 * the job `record` writes them down.
 */
import * as z from "zod";
import type { Event, EventKind } from "#core/events/event.ts";
import type { Plan } from "#core/plan/plan.ts";
import { commandsOf, withCommands } from "#core/planning/plan-commands.ts";
import type { Run } from "#core/run/run.ts";
import { awaitsRehearsalJob, planOf } from "#core/run/run-facts.ts";
import { digestOf, sha256 } from "#core/values/digest.ts";
import { rehearsalDigestOf } from "./dispatch.ts";
import { bundleOf, eventsOfBundle } from "./job-bundle.ts";

const Sha = z.string().regex(/^[0-9a-f]{64}$/);

/** `digest`: of the trial; `bundle`: SHA-256 of the text that holds its events. */
export const RehearsalOutputs = z.strictObject({ digest: Sha, bundle: Sha });
export type RehearsalOutputs = z.infer<typeof RehearsalOutputs>;

/** The events that the job may give; what follows from them the bot concludes itself. */
const SAID: readonly EventKind[] = ["rehearsed", "phase_error", "gave_up"];

/** The text of the job's events, for its artifact. */
export function rehearsalBundleOf(events: readonly Event[]): string {
  return bundleOf(events, SAID);
}

/** The outputs over a bundle. `run`: as it stood before the job. */
export function rehearsalOutputsOf(run: Run, bundle: string): RehearsalOutputs {
  return { digest: rehearsalDigestOf(run), bundle: sha256(bundle) };
}

export type OpenedRehearsal =
  | { readonly ok: true; readonly drafts: readonly Event[] }
  | { readonly ok: false; readonly why: string };

/** The events of a trial of the plan as it stands, whole and by this job; else why it does not count (fails closed). */
export function openRehearsal(run: Run, outputs: unknown, bundle: string | null): OpenedRehearsal {
  const told = RehearsalOutputs.safeParse(outputs);
  if (!told.success) return { ok: false, why: "the job that tries the plan gave no result" };
  if (!awaitsRehearsalJob(run))
    return { ok: false, why: `the run is ${run.stage}, and no plan of it waits to be tried` };
  if (told.data.digest !== rehearsalDigestOf(run)) return { ok: false, why: "the result is about another plan" };
  const said = eventsOfBundle(bundle, told.data.bundle, SAID);
  if (said === null || said.length === 0)
    return { ok: false, why: "what the job that tries the plan wrote is missing, or is not what its outputs name" };
  return said.every((event) => event.kind !== "rehearsed" || isSamePlan(planOf(run), event.plan))
    ? { ok: true, drafts: said }
    : { ok: false, why: "the job that tries the plan gave another plan than it was given" };
}

/** True where the plans differ in the commands, in the rules that those make, and in what the trial has shown alone. */
function isSamePlan(before: Plan, { rehearsal, ...after }: Plan): boolean {
  const green = after.rules.map(({ id }) => id);
  const { rehearsal: _, ...ready } = rehearsal === undefined ? before : withCommands(before, commandsOf(after), green);
  return digestOf(ready) === digestOf(after);
}

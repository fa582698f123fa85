/**
 * The outputs that the verify job gives to the publish job: enums and hexadecimal digits, compared with the journal
 * before the publish job acts on them.
 */
import * as z from "zod";
import { endingOf } from "#core/decide/ending.ts";
import { next } from "#core/decide/next.ts";
import { eventMessage } from "#core/events/data/event-message.ts";
import type { Event, EventDraft, EventKind } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import { sha256 } from "#core/values/digest.ts";
import { bundleOf, eventsOfBundle } from "./job-bundle.ts";

const Sha = z.string().regex(/^[0-9a-f]{40,64}$/);

/**
 * The outputs of the verify job; GitHub drops empty ones, so `base` may be missing. `digest`: of the plan; `bundle`:
 * SHA-256 of the text that holds its events; `attempt`: of the workflow run.
 */
export const QaVerdict = z.strictObject({
  verdict: z.enum(["VERIFIED", "ISSUES", "NONE"]),
  head: Sha,
  base: z.union([Sha, z.literal("")]).default(""),
  digest: Sha,
  bundle: Sha,
  attempt: z.string().regex(/^[1-9][0-9]{0,5}$/),
});
export type QaVerdict = z.infer<typeof QaVerdict>;

/** Their values; GitHub passes an output that was never set as empty text, or leaves it out. */
const Outputs = z.record(z.string(), z.string()).transform((named) => Object.values(named));

/** The events that the verify job may give; the publish job concludes everything else itself. */
const SAID: readonly EventKind[] = ["qa_done", "reflection_done", "phase_error", "step_interrupted", "budget_refused"];

/** The text of the verify job's events, for its artifact: of its own facts only. */
export function verifyBundleOf(events: readonly Event[]): string {
  return bundleOf(events, SAID);
}

/** The verdict over a bundle. `run`: as it stood before the job. */
export function qaVerdictOf(run: Run, bundle: string, attempt: string): QaVerdict {
  const hash = sha256(bundle);
  const done = eventsOfBundle(bundle, hash, SAID)?.find(({ kind }) => kind === "qa_done");
  const qa = done?.kind === "qa_done" ? done : null;
  return {
    verdict: qa?.qa.verdict ?? "NONE",
    head: run.progress.head.commit,
    base: qa?.base ?? "",
    digest: run.approval?.digest ?? "",
    bundle: hash,
    attempt,
  };
}

/** What arrived: the outputs as they are, and the text of the artifact; null when it is missing. */
export interface VerifyJobResult {
  readonly outputs: unknown;
  readonly bundle: string | null;
  readonly attempt: string;
}

export type OpenedQaVerdict =
  | { readonly ok: true; readonly drafts: readonly Event[] }
  | { readonly ok: false; readonly reasons: readonly string[] };

/** The job set no output and left no artifact, not even an error: its runner was lost. */
export function isVerifyJobLost({ outputs, bundle }: VerifyJobResult): boolean {
  return bundle === null && Outputs.safeParse(outputs).data?.every((value) => value === "") === true;
}

/**
 * The events of a verdict that is complete, current and about this run as it stands; else every reason against it
 * (fails closed).
 */
export function openQaVerdict(run: Run, { outputs, bundle, attempt }: VerifyJobResult): OpenedQaVerdict {
  const parsed = QaVerdict.safeParse(outputs);
  if (!parsed.success) return { ok: false, reasons: ["the job that verifies gave no verdict"] };
  const told = parsed.data;
  const said = eventsOfBundle(bundle, told.bundle, SAID);
  if (said === null)
    return { ok: false, reasons: ["what the job that verifies wrote is missing or is not what its verdict is about"] };
  const reasons = [
    ...(told.attempt === attempt ? [] : [`the verdict is of attempt ${told.attempt}, this is attempt ${attempt}`]),
    ...(told.digest === run.approval?.digest ? [] : ["the verdict is about another plan"]),
    ...(told.head === run.progress.head.commit
      ? []
      : ["the verdict is about another commit than the head of the branch"]),
    ...(isAbout(said, told) ? [] : ["the verdict is not the one that its events give"]),
  ];
  return reasons.length === 0 ? { ok: true, drafts: said } : { ok: false, reasons };
}

/**
 * The usage of a verification whose verdict does not count, for whatever reason: the money is spent all the same. These
 * events carry an epoch before the first, so that only their usage counts.
 */
export function verificationCostOf({ outputs, bundle, attempt }: VerifyJobResult): readonly Event[] {
  const parsed = QaVerdict.safeParse(outputs);
  if (!parsed.success || parsed.data.attempt !== attempt) return [];
  const priced = eventsOfBundle(bundle, parsed.data.bundle, SAID)?.filter(({ spend }) => spend !== undefined) ?? [];
  return priced.map(({ at, spend }) => ({ kind: "step_interrupted", at, step: "VERIFY", epoch: 0, spend }));
}

function isAbout(events: readonly Event[], { verdict, head, base }: QaVerdict): boolean {
  const done = events.filter((event) => event.kind === "qa_done");
  const [qa] = done;
  if (qa === undefined) return verdict === "NONE";
  return done.length === 1 && qa.qa.verdict === verdict && qa.head === head && qa.base === base;
}

/** True when the run waits for a verdict: no job has given one yet, and nothing ends the run. */
export function awaitsQaVerdict(run: Run): boolean {
  return endingOf(run) === null && next(run).kind === "verify";
}

/** The event of a job that cannot go on. */
export function giveUp(
  reason: "worker_lost" | "unverified" | "sandbox_unavailable" | "approval_void" | "frozen" | "large_change",
  reasons: readonly string[],
): EventDraft {
  return { kind: "gave_up", reason, message: eventMessage(reasons.join("; ")) };
}

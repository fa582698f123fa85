/**
 * The hand-over from the control job to the run job: an approved plan that one workflow run may claim once, bound by a
 * digest.
 */
import * as z from "zod";
import { digestOf } from "#core/values/digest.ts";

/** The recipient of the hand-over: the name of the product and the version of this shape. */
const TARGET = "loopwright/1";

const Digest = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * What the control job knows when a plan is approved. `approvedAt`: milliseconds since the epoch; `issue` is null off
 * GitHub.
 */
const Approval = z.strictObject({
  runId: z.string().min(1).max(200),
  issue: z.int().positive().nullable(),
  digest: Digest,
  base: z.string().regex(/^[0-9a-f]{40,64}$/),
  approvedBy: z.string().min(1).max(100),
  approvedAt: z.int().nonnegative(),
  /** How often a workflow run claimed a hand-over of this approval before. */
  round: z.int().nonnegative(),
});
export type Approval = z.infer<typeof Approval>;

/**
 * `status` and `target` are free text in the shape, so that the check reports a wrong one by name and not as malformed.
 */
const Handover = Approval.extend({ status: z.string().max(100), target: z.string().max(100), seal: Digest });
export type Handover = z.infer<typeof Handover>;

/** What the run job finds out for itself and compares with the hand-over. Times are milliseconds. */
export interface HandoverFacts {
  readonly now: number;
  /** The run, issue and base of the journal that the hand-over was found in. */
  readonly runId: string;
  readonly issue: number | null;
  readonly base: string;
  /** The digest of the plan in that journal, computed by the run job. */
  readonly digest: string;
  /** How many rules that plan has. */
  readonly rules: number;
  readonly approvalHours: number;
  /** True when the journal shows that this hand-over was claimed before. */
  readonly claimed: boolean;
}

/**
 * The names of the checks: six of the content (status, target, place, age, digest, rules), the digest over it, and
 * single use.
 */
export type HandoverCheck =
  | "malformed"
  | "seal"
  | "status"
  | "target"
  | "place"
  | "age"
  | "digest"
  | "rules"
  | "consumed";

export type OpenedHandover =
  | { readonly ok: true; readonly handover: Handover }
  | { readonly ok: false; readonly failed: readonly HandoverCheck[] };

/**
 * Makes the hand-over of an approval. Its digest covers everything else; the event `approved` stores it as `handover`.
 */
export function handoverFrom(approval: Approval): Handover {
  const content = { ...approval, status: "ready", target: TARGET };
  return { ...content, seal: digestOf(content) };
}

/**
 * Milliseconds by which the clock of a runner may be behind the clock of the control job: the digest says who approved
 * what, whatever the time.
 */
const CLOCKS = 900_000;

/**
 * Opens a hand-over, or names every check that failed. Anything malformed fails closed; so does an approval from the
 * future, beyond what clocks may differ by.
 */
export function openHandover(value: unknown, facts: HandoverFacts): OpenedHandover {
  const parsed = Handover.safeParse(value);
  if (!parsed.success) return { ok: false, failed: ["malformed"] };
  const handover = parsed.data;
  const { seal: sealed, ...content } = handover;
  const age = facts.now - handover.approvedAt;
  const checks: Record<Exclude<HandoverCheck, "malformed">, boolean> = {
    seal: digestOf(content) === sealed,
    status: handover.status === "ready",
    target: handover.target === TARGET,
    place: handover.runId === facts.runId && handover.issue === facts.issue && handover.base === facts.base,
    age: age >= -CLOCKS && age <= facts.approvalHours * 3_600_000,
    digest: handover.digest === facts.digest,
    rules: facts.rules > 0,
    consumed: !facts.claimed,
  };
  const failed = HANDOVER_CHECKS.filter((name) => !checks[name]);
  return failed.length === 0 ? { ok: true, handover } : { ok: false, failed };
}

const HANDOVER_CHECKS = ["seal", "status", "target", "place", "age", "digest", "rules", "consumed"] as const;

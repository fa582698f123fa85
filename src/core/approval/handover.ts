/**
 * The sealed hand-over from the desk to the bench: an approved plan that may be worked on once (S4.03, S4.04, C4.02 to
 * C4.05, M4.01).
 */
import * as z from "zod";
import { digestOf } from "#core/values/digest.ts";

/** Who may take the hand-over up: our name and the version of this shape. */
const TARGET = "loopwright/1";

const Digest = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * What the desk knows when a plan is approved. `approvedAt`: milliseconds since the epoch; `issue` is null off GitHub.
 */
const Approval = z.strictObject({
  runId: z.string().min(1).max(200),
  issue: z.int().positive().nullable(),
  digest: Digest,
  base: z.string().regex(/^[0-9a-f]{40,64}$/),
  approvedBy: z.string().min(1).max(100),
  approvedAt: z.int().nonnegative(),
  /** How often a hand-over of this approval was taken up before. */
  round: z.int().nonnegative(),
});
export type Approval = z.infer<typeof Approval>;

/** `status` and `target` are free text in the shape, so that a wrong one is named as such and not as malformed. */
const Handover = Approval.extend({ status: z.string().max(100), target: z.string().max(100), seal: Digest });
export type Handover = z.infer<typeof Handover>;

/** What the bench finds out for itself, and holds against the hand-over. Times are milliseconds. */
export interface HandoverFacts {
  readonly now: number;
  /** The run, issue and base of the journal that the hand-over was found in. */
  readonly runId: string;
  readonly issue: number | null;
  readonly base: string;
  /** The digest of the plan in that journal, computed anew. */
  readonly digest: string;
  /** How many rules that plan has. */
  readonly rules: number;
  readonly approvalHours: number;
  /** True when the journal shows that this hand-over was taken up before. */
  readonly claimed: boolean;
}

/**
 * The names of the checks: S4's six (status, target, place, age, digest, rules), the seal over them, and single use.
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

/** Seals an approval. The seal is the digest of everything else; it stands in the event `approved` as `handover`. */
export function handoverFrom(approval: Approval): Handover {
  const content = { ...approval, status: "ready", target: TARGET };
  return { ...content, seal: digestOf(content) };
}

/**
 * Milliseconds by which the clock of a runner may be behind the one of a desk (RACE-14): the seal says who approved
 * what, whatever the time.
 */
const CLOCKS = 900_000;

/**
 * Opens a hand-over, or names every check that failed. Anything malformed fails closed (C4.02); so does an approval
 * from the future (C4.04), beyond what clocks may differ by.
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

/** What is done about a journey in which nothing happens: an installation helps itself, and people say what the issue asks them to say. Pure. */
import { WEBHOOK_GRACE } from "#core/config/poll-intervals.ts";
import { isResting } from "#core/run/resting-stages.ts";
import type { Run } from "#core/run/run.ts";
import { labelOf } from "#text/phrases/label.ts";

/** What there is to be seen. */
export interface Sight {
  readonly run: Run | null;
  readonly labels: readonly string[];
  /** Bodies of the comments that are ours, in order. */
  readonly comments: readonly string[];
  /** Milliseconds without anything new. */
  readonly still: number;
  /** Somebody has answered this very sight. */
  readonly isAnswered: boolean;
  /** The bot has looked at it. */
  readonly isLookedAt: boolean;
}

/** `say`: a person does; `look`: the bot's round is due; `over`: with all that is wrong with its standing still. */
export type Care =
  | { readonly kind: "over"; readonly faults: readonly string[] }
  | { readonly kind: "wait" }
  | { readonly kind: "look" }
  | { readonly kind: "say"; readonly words: string };

/** Milliseconds until the bot's round is had at once. What moved in its last minute a look leaves to the webhooks, and whoever may have sent something waits 20 s before it is sent again. */
const ROUND = WEBHOOK_GRACE + 5_000;
/** Milliseconds in which something must come of a look. */
const SETTLED = 30_000;

/** What is due now; asked again where that changes nothing, it comes to a fault. */
export function careFor(sight: Sight): Care {
  const { run, labels, still, isAnswered, isLookedAt } = sight;
  if (run?.stage === "completed" && labels.includes("loop:completed")) return { kind: "over", faults: [] };
  const told = toldBy(sight);
  const words = WORDS.exec(told ?? "")?.[1];
  if (words !== undefined && !isAnswered) return { kind: "say", words };
  if (still < (isLookedAt ? SETTLED : ROUND)) return { kind: "wait" };
  return isLookedAt ? { kind: "over", faults: [standing(run, told)] } : { kind: "look" };
}

function standing(run: Run | null, told: string | null): string {
  const why = told === null ? "says nothing" : `nothing comes of what it says: ${told}`;
  return `stands still at ${run?.stage ?? "no run"}, and ${why}`;
}

const WORDS = /`(\/approve|\/loop (?:resume|continue))`/;
const NEXT = /^Next: (.+)$/m;

/** What a reader of the issue is told about a run that rests; null where nothing is told, or where the label tells of another stage. Nobody approves what they have not seen. */
function toldBy({ run, labels, comments }: Sight): string | null {
  if (run === null || !isResting(run.stage)) return null;
  const { stage, request } = run;
  if (stage === "awaiting_approval")
    return comments.some((body) => request !== null && body.includes(request.digest)) ? "`/approve`" : null;
  if (!labels.includes(labelOf(stage) ?? "")) return null;
  return comments.flatMap((body) => NEXT.exec(body)?.[1] ?? []).at(-1) ?? null;
}

/** What a worker says of an atom, and what comes of it: code decides what counts (S2.12, S2.14, S2.26, M2.03). */
import * as z from "zod";
import type { Draft, EventOf } from "#core/events/event.ts";
import type { Run } from "#core/run/run.ts";
import type { AtomId } from "#core/tasks/atom.ts";
import { maybeProse, prose } from "#core/values/prose.ts";

/** The worker's account. What lies outside its atom belongs into `issues` and `nextSteps`. */
export const Account = z.strictObject({
  success: z.boolean(),
  summary: prose(1000),
  details: maybeProse(2000),
  issues: z.array(prose(300)).max(10),
  nextSteps: z.array(prose(300)).max(10),
});
export type Account = z.infer<typeof Account>;

/** What the driver saw of the work: the files that it read back, and the calls that it counted. */
export type Seen = Pick<EventOf<"artifact_created">, "tree" | "changed" | "refused" | "toolCalls" | "lastCalls">;

/** The work with the worker's word about it. `account` is null where it gave none, `problem` then says why; `halted`: an audit stopped it. */
export interface Told {
  readonly seen: Seen;
  readonly account: Account | null;
  readonly problem: string;
  readonly halted: boolean;
}

/**
 * The events of one worker's work. Without success nothing of an atom's work stays: the tree is what it was before. With no atom in hand
 * the work stays whatever the worker says of it, for the rules judge it.
 */
export function outcomeOf(run: Run, atom: AtomId | null, { seen, account, problem, halted }: Told): readonly Draft[] {
  const success = account?.success === true && !halted;
  const summary = account === null ? `[${problem}]` : [account.summary, account.details].filter((part) => part !== "").join("\n");
  const { issues, nextSteps } = account ?? { issues: [], nextSteps: [] };
  const stays = success || atom === null;
  const made: Draft = {
    kind: "artifact_created",
    ...(stays ? seen : { ...seen, tree: run.progress.tree ?? run.base.tree, changed: [] }),
    summary,
    atom,
    skipped: false,
    issues: [...issues],
    nextSteps: [...nextSteps],
  };
  if (atom === null || halted) return [made];
  if (success) return [made, { kind: "atom_resolved", atom, binding: { summary: account.summary, artifacts: seen.changed } }];
  return [made, { kind: "atom_failed", atom, why: account?.summary ?? problem, final: false }];
}

/** A job's or a workflow's turn in its concurrency group. */

import { type Contexts, fill } from "../actions/expression.ts";
import type { Groups, Turn } from "./concurrency.ts";
import type { ConcurrencyFile } from "./workflow-schema.ts";

interface Entrance {
  readonly groups: Groups;
  /** Cancels the waiting. */
  readonly signal: AbortSignal;
}

/** A turn of its own where there is no `concurrency`; null when it was cancelled while it waited. */
export async function turnIn(file: ConcurrencyFile | undefined, contexts: Contexts, { groups, signal }: Entrance): Promise<Turn | null> {
  if (file === undefined) return { signal: new AbortController().signal, leave: () => undefined };
  const cancelInProgress = fill(file.cancelInProgress, contexts) === "true";
  return await groups.enter({ group: fill(file.group, contexts), cancelInProgress, queue: file.queue }, signal);
}

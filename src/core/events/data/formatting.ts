/** The repository's own format command over finished work (S0.61): when it is run, and which of its changes stay. */
import * as z from "zod";
import type { ChangedPath } from "#core/analysis/changes/changed-path.ts";
import { optionalBoundedText } from "#core/values/bounded-text.ts";
import { Paths, Sha } from "#core/values/ids.ts";

/**
 * What came of it. `tree`: the work with what stayed; `changed`: the files that it formatted; `ok`: false when it
 * failed, and nothing stayed.
 */
export const FORMATTED = { tree: Sha, changed: Paths, ok: z.boolean(), details: optionalBoundedText(2000) };

/** How the last formatting ended, for people. */
export interface Formatting {
  readonly ok: boolean;
  readonly details: string;
}

/** What of a run decides whether it is formatted. */
interface Unformatted {
  readonly plan: { readonly checks: { readonly format: string | null } } | null;
  readonly base: { readonly tree: string };
  readonly progress: { readonly tree: string | null; readonly evaluation: { readonly tree: string } | null };
}

/**
 * The command to run before an evaluation, so that what is scored is what is committed; null where the configuration
 * has none, nothing was changed, or this very tree was evaluated before.
 */
export function formatDue({ plan, base, progress: { tree, evaluation } }: Unformatted): string | null {
  if (tree === null || tree === base.tree || tree === evaluation?.tree) return null;
  return plan?.checks.format ?? null;
}

/**
 * Which paths keep what the formatter made of them: those that the work changed. Whatever else it reached for is put
 * back, in scope or not: a reviewer is shown the change that was asked for, and no other. A file that it took away or
 * added is put back too.
 */
export function formattedPaths(formatter: readonly ChangedPath[], work: readonly ChangedPath[]): readonly string[] {
  const worked = new Set(work.filter(({ kind }) => kind !== "deleted").map(({ path }) => path));
  return formatter.filter(({ path, kind }) => kind === "modified" && worked.has(path)).map(({ path }) => path);
}

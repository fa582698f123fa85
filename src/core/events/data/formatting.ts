/** The repository's own format command over the work: when the driver runs it, and which of its changes stay. */
import * as z from "zod";
import type { ChangedPath } from "#core/analysis/changes/changed-path.ts";
import { Details } from "#core/values/details.ts";
import { Paths, Sha } from "#core/values/ids.ts";

/**
 * The result of formatting. `tree`: the work with the changes that stay; `changed`: the files that they are in; `ok`:
 * false when the command failed, and none stays.
 */
export const FORMATTED = { tree: Sha, changed: Paths, ok: z.boolean(), details: Details };

/** The result of the last formatting, for people. */
export interface Formatting {
  readonly ok: boolean;
  readonly details: string;
}

/** The part of a run that decides whether its work is formatted. */
interface Unformatted {
  readonly plan: { readonly checks: { readonly format: string | null } } | null;
  readonly base: { readonly tree: string };
  readonly progress: { readonly tree: string | null; readonly evaluation: { readonly tree: string } | null };
}

/**
 * The command to run before an evaluation, so that the scored tree is the one that is committed; null where the plan
 * has none, the work changed nothing, or this very tree was evaluated last.
 */
export function formatDue({ plan, base, progress: { tree, evaluation } }: Unformatted): string | null {
  if (tree === null || tree === base.tree || tree === evaluation?.tree) return null;
  return plan?.checks.format ?? null;
}

/**
 * The paths that keep the formatter's changes: those that the work changed. Its other changes do not stay, in scope or
 * not, so that a reviewer sees the change that was asked for, and no other; nor does it delete or add a file.
 */
export function formattedPaths(formatter: readonly ChangedPath[], work: readonly ChangedPath[]): readonly string[] {
  const worked = new Set(work.filter(({ kind }) => kind !== "deleted").map(({ path }) => path));
  return formatter.filter(({ path, kind }) => kind === "modified" && worked.has(path)).map(({ path }) => path);
}

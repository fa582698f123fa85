/** Finds the plans that our comments showed before a person commented: GitHub numbers comments in their order. */
import { receiptOf } from "#core/events/data/effect.ts";
import type { Run } from "#core/run/run.ts";
import type { GitHub } from "#ports/github.ts";

/**
 * Gives the digests of the plans that our comments were created to show, for our comments older than `comment`; null
 * where no comment approved. Throws `Failure("github")`.
 */
export async function plansShownBefore(
  comment: number | null,
  run: Pick<Run, "effects">,
  github: Pick<GitHub, "shownBy">,
): Promise<readonly string[] | null> {
  if (comment === null) return null;
  const comments = (["plan", "again"] as const).flatMap((effect) => receiptOf(run, effect) ?? []);
  const before = comments.map(Number).filter((id) => id < comment);
  const shown = await Promise.all(before.map((id) => github.shownBy(id)));
  return shown.filter((digest) => digest !== null);
}

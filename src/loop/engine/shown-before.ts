/**
 * Which plans people had before them when somebody spoke: asked of our own comments, whose numbers GitHub counts up.
 */
import { receiptOf } from "#core/events/data/effect.ts";
import type { Run } from "#core/run/run.ts";
import type { GitHub } from "#ports/github.ts";

/**
 * Digests of the plans that our comments were created to show, of those that stood there before the comment `said`;
 * null where none approved. Throws `Failure("github")`.
 */
export async function plansShownBefore(
  said: number | null,
  run: Pick<Run, "effects">,
  github: Pick<GitHub, "shownBy">,
): Promise<readonly string[] | null> {
  if (said === null) return null;
  const comments = (["plan", "again"] as const).flatMap((effect) => receiptOf(run, effect) ?? []);
  const before = comments.map(Number).filter((id) => id < said);
  const shown = await Promise.all(before.map((id) => github.shownBy(id)));
  return shown.filter((digest) => digest !== null);
}

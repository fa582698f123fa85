/** Writes `artifact.md`: the work that is kept so far, with the whole change from the base. */
import { PATCH_CHARACTERS } from "#core/events/loop-events.ts";
import { evaluationToShow } from "#core/run/progress.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf } from "#core/run/run-facts.ts";
import { codeBlock } from "#text/sanitize/quote.ts";

/** The change in full, as far as the journal holds it; nothing where nothing is kept. */
function changeLines({ base, progress: { head, patch } }: Run): readonly string[] {
  if (head.commit === base.commit) return [];
  const command = `\`git diff ${base.commit} ${head.commit}\``;
  if (patch === null) return ["", "## The change", "", `This history does not hold it: ${command} shows it.`];
  const cut = patch.length < PATCH_CHARACTERS ? [] : ["", `Only its first ${PATCH_CHARACTERS} characters: ${command}.`];
  return ["", "## The change", "", codeBlock(patch), ...cut];
}

/**
 * The artifact page of a run: the branch, its head, the first eight digits of the tree, what the iterations changed,
 * and the change itself.
 */
export function artifactPage(run: Run): string {
  const { head, rows } = run.progress;
  const standing = evaluationToShow(run);
  const changed = [...new Set(rows.filter(({ kept }) => kept).flatMap((row) => row.changed))].sort();
  return [
    `# ${run.runId}`,
    "",
    `- branch: \`${branchOf(run)}\``,
    `- head: ${head.commit === run.base.commit ? "nothing is kept yet" : `\`${head.commit}\``}`,
    `- tree: \`${head.tree.slice(0, 8)}\``,
    `- score: ${standing === null ? "not evaluated" : `${standing.score.toFixed(2)} at level ${standing.level}`}`,
    "",
    "## Changed files",
    "",
    ...(changed.length === 0 ? ["none"] : changed.map((path) => `- ${JSON.stringify(path)}`)),
    ...changeLines(run),
    "",
  ].join("\n");
}

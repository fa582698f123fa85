/** Writes `artifact.md`: a description of the work that is kept so far. The work itself is a git tree. */
import { evaluationToShow } from "#core/run/progress.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf } from "#core/run/run-facts.ts";

/**
 * The artifact page of a run: the branch, its head, the first eight digits of the tree, and what the iterations
 * changed.
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
    "",
  ].join("\n");
}

/**
 * The workflow file that a repository must have, and what its runs are called: known to the desk, which starts them,
 * and to whoever reads their names.
 */

/** Its path in the repository. */
export const WORKFLOW_FILE = ".github/workflows/loopwright.yml";

/** `run-name` of the workflow: issue, run, first digits of the hand-over's seal. */
const TITLE = /^Loopwright #([1-9]\d{0,9}) ([a-z0-9-]{1,100}) [0-9a-f]{12}/;

/** What the title of one of our workflow runs says it is about; null for every other title. */
export function runInTitle(title: string): { readonly issue: number; readonly runId: string } | null {
  const [, issue, runId] = TITLE.exec(title) ?? [];
  return issue === undefined || runId === undefined ? null : { issue: Number(issue), runId };
}

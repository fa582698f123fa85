/**
 * The workflow file that a repository must have, and the titles of its workflow runs, by which the control job finds
 * the run that one belongs to.
 */

/** Its path in the repository. */
export const WORKFLOW_FILE = ".github/workflows/loopwright.yml";

/** `run-name` of the workflow: issue, run, and the first digits of the hand-over digest. */
const TITLE = /^Loopwright #([1-9]\d{0,9}) ([a-z0-9-]{1,100}) [0-9a-f]{12}/;

/** The issue and the run that the title of one of our workflow runs names; null for every other title. */
export function runInTitle(title: string): { readonly issue: number; readonly runId: string } | null {
  const [, issue, runId] = TITLE.exec(title) ?? [];
  return issue === undefined || runId === undefined ? null : { issue: Number(issue), runId };
}

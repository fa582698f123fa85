/** The workflow file that a repository must have, and what its runs are called: known to the desk, which starts them, and to whoever reads their names. */

/** Its path in the repository. */
export const WORKFLOW_FILE = ".github/workflows/loopwright.yml";

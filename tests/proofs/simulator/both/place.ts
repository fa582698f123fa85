/** The repository that both GitHubs begin with. */

/** Which of the two: one that everybody may read, or one for those alone who have a role. */
export interface Place {
  readonly isPrivate: boolean;
}

export const PEOPLE = { ada: "admin", max: "maintain", wim: "write", tess: "triage", rob: "read", otto: "none" } as const;

const WORKFLOW = `name: Loopwright
on:
  workflow_dispatch:
    inputs:
      issue: { required: true }
      run_id: { required: true }
      digest: { required: true }
permissions: { contents: read }
jobs:
  run: { runs-on: ubuntu-latest, steps: [{ run: "true" }] }
`;

export const FILES = { "README.md": "# widget\n", ".github/workflows/loopwright.yml": WORKFLOW };

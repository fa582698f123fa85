/** Makes a repository's files for tests of detection. */
import type { RepositoryFiles } from "#core/detection/way.ts";

/** Files by path: text, or for a workflow what its YAML holds. A path alone has no text. */
export function filesOf(texts: Readonly<Record<string, string>>, workflows: Readonly<Record<string, unknown>> = {}): RepositoryFiles {
  return {
    paths: [...Object.keys(texts), ...Object.keys(workflows)].sort(),
    texts: new Map(Object.entries(texts)),
    workflows: new Map(Object.entries(workflows)),
  };
}

/** A package.json. */
export const manifest = (json: object): string => JSON.stringify(json);

/** A workflow whose one job runs these. */
export const ci = (...runs: readonly string[]): unknown => ({
  on: "push",
  jobs: { test: { steps: [{ uses: "actions/checkout@v4" }, ...runs.map((run) => ({ run }))] } },
});

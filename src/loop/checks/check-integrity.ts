/** Was a test deleted, skipped, focused or weakened on the way from the base (architecture 4). */
import { testFindings } from "#core/test-diff.ts";
import type { Subject } from "./subject.ts";

/** One sentence a finding; empty when the tests are intact. */
export async function checkIntegrity({ plan, workspace, tree }: Subject): Promise<readonly string[]> {
  const { tests, expectedTestChanges, base, scope } = plan;
  const changes = await workspace.changes(base.tree, tree);
  const texts = await Promise.all(
    changes.map(async ({ path }) => ({ path, before: await workspace.textAt(base.tree, path), after: await workspace.textAt(tree, path) })),
  );
  return testFindings(texts, { tests, expected: expectedTestChanges, scope: scope.paths }).map(
    ({ path, line, kind, text }) => `${path}${line === null ? "" : `:${line}`} ${kind}: ${text}`,
  );
}

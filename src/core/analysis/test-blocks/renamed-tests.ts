/** Finds tests that a change gives another name, and nothing else. */
import type { FileChange } from "#core/analysis/source/file-change.ts";
import { unpaired } from "#core/values/unpaired.ts";
import type { NamedTest } from "./named-test.ts";
import { namedTests } from "./named-tests.ts";

/** A test's name before and after a change. */
export interface RenamedTest {
  readonly was: string;
  readonly is: string;
}

/** The tests of changed files that hold what they held under another name. Pure. */
export function renamedTests(changes: readonly FileChange[]): readonly RenamedTest[] {
  return changes.flatMap(({ path, before, after }) => {
    if (typeof before !== "string" || typeof after !== "string") return [];
    const [old, now] = [namedTests(path, before), namedTests(path, after)];
    const pairs: RenamedTest[] = [];
    unpaired(without(old, now), without(now, old), (fresh, gone) => {
      const isSame = bodyOf(after, fresh) === bodyOf(before, gone);
      if (isSame) pairs.push({ was: gone.name, is: fresh.name });
      return isSame;
    });
    return pairs;
  });
}

function without(tests: readonly NamedTest[], others: readonly NamedTest[]): readonly NamedTest[] {
  const names = new Set(others.map(({ name }) => name));
  return tests.filter(({ name }) => !names.has(name));
}

/** What a test is without its title and its layout. */
function bodyOf(text: string, { from, to, title }: NamedTest): string {
  return text.slice(from, to).replace(title, "").replace(/\s+/g, " ");
}

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
    // Each body is read once: it may be long, and each is compared with each.
    const [was, is] = [bodiesIn(before), bodiesIn(after)];
    unpaired(without(old, now), without(now, old), (fresh, gone) => {
      const isSame = is(fresh) === was(gone);
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

/** What a test of this text is without its title and its layout. */
function bodiesIn(text: string): (test: NamedTest) => string {
  const known = new Map<NamedTest, string>();
  return (test) => {
    const body = known.get(test) ?? text.slice(test.from, test.to).replace(test.title, "").replace(/\s+/g, " ");
    known.set(test, body);
    return body;
  };
}

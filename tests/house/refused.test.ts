/** The page of what is refused by design says the truth: each kind is refused, and what the page names lets it through. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { forbiddenLine } from "#core/analysis/changes/forbidden-lines.ts";
import { runnerQuestions } from "#core/analysis/changes/runner-questions.ts";
import { forbiddenPath } from "#core/analysis/changes/tree-names.ts";
import type { FileChange } from "#core/analysis/source/file-change.ts";
import type { TestException } from "#core/analysis/test-blocks/test-exception.ts";
import { testFindings } from "#core/analysis/test-guard/test-diff.ts";
import { Limits } from "#core/values/limits.ts";
import { checkSuppressions } from "#loop/checks/check-integrity.ts";
import { ROOT } from "./tools.ts";

const PATH = "test/a.test.js";
const BASE =
  'import { it } from "node:test";\nit("adds", () => {\n  assert.equal(add(1, 2), 3);\n});\nit("takes", () => {\n  assert.equal(take(2, 1), 1);\n});\n';
const ADDS = 'it("adds", () => {\n  assert.equal(add(1, 2), 3);\n});\n';
const OTHER = "test/b.test.js";
const NEW = 'it("divides", { skip: process.platform === "win32" }, () => {\n  assert.equal(div(2, 1), 2);\n});\n';

const guard = (changes: readonly FileChange[], expected: readonly TestException[] = [], scope: readonly string[] = ["src/**"]): number =>
  testFindings(changes, { tests: ["test/**"], expected, scope }).length;
const changed = (path: string, before: string | null, after: string | null): FileChange => ({ path, before, after });
const may = (test: string, mayBe: TestException["mayBe"]): readonly TestException[] => [{ path: PATH, test, mayBe }];
const asks = (scope: readonly string[]): number =>
  runnerQuestions([changed("src/a.js", "", "export const is = process.env.NODE_TEST_CONTEXT;\n")], { tests: [], scope }).length;
const suppressed = (most: number): boolean =>
  checkSuppressions(most, [changed("src/a.js", "", "// eslint-disable-next-line no-eval\neval(1);\n".repeat(4))]).isFinding;
const moved = [changed(PATH, BASE, BASE.replace(ADDS, "")), changed(OTHER, null, `import { it } from "node:test";\n${ADDS}`)];
const gone = [changed(PATH, BASE, null), changed(OTHER, null, BASE.replace("add(1, 2)", "add(2, 1)"))];

/** Each kind by the first words of its row: true where it is refused, and false with what the row says. */
const KINDS: Readonly<Record<string, readonly [refused: boolean, left: boolean | null]>> = {
  "A test expects something else than before": [
    guard([changed(PATH, BASE, BASE.replace("2), 3", "2), 4"))]) > 0,
    guard([changed(PATH, BASE, BASE.replace("2), 3", "2), 4"))], may("adds", "changed")) > 0,
  ],
  "A test goes to another file, into another test, or away": [guard(moved) > 0, guard(moved, may("adds", "removed")) > 0],
  "A test file is deleted, or moved and changed": [guard(gone) > 0, guard(gone, may("", "removed")) > 0],
  "A skip comes into a test file that is there, be it in a new test": [
    guard([changed(PATH, BASE, BASE + NEW)]) > 0,
    guard([changed(PATH, BASE, BASE + NEW)], may("divides", "changed")) > 0,
  ],
  "A file that configures the tests changes in more than a dependency": [
    guard([changed("pytest.ini", "[pytest]\n", "[pytest]\naddopts = -q\n")]) > 0,
    guard([changed("pytest.ini", "[pytest]\n", "[pytest]\naddopts = -q\n")], [], ["src/**", "pytest.ini"]) > 0,
  ],
  "Code beside the tests asks who runs it, or reaches into what tests it": [asks(["src/**"]) > 0, asks(["src/**", "src/a.js"]) > 0],
  "More lines than `limits.suppressions` (3) switch a check off": [suppressed(Limits.parse({}).suppressions), suppressed(4)],
  "A workflow, an owner's file, a submodule, a secret, or text that no reader sees": [
    [".github/workflows/a.yml", ".github/CODEOWNERS", ".gitmodules"].every((path) => forbiddenPath(path) !== null) &&
      [`ghp_${"q7Zx2Lm9Kd4Vb8Rn3Ty6".repeat(2).slice(0, 36)}`, "a\u202eb"].every(
        (after) => forbiddenLine({ path: "src/a.js", before: "", after: `// ${after}\n` }) !== null,
      ),
    null,
  ],
};

const rows = [...readFileSync(join(ROOT, ".github/docs/refused.md"), "utf8").matchAll(/^\| ([A-Z].*?) \| (.*) \|$/gm)];

it("names at most eight kinds, and those that are tried here", () => {
  expect(rows.length).toBeLessThanOrEqual(8);
  expect(rows.map(([, kind]) => kind)).toEqual(Object.keys(KINDS));
});

it.each(Object.entries(KINDS))("%s: refused, and let through by what the page says", (kind, [refused, left]) => {
  expect([refused, left ?? false]).toEqual([true, false]);
  expect(rows.find(([, name]) => name === kind)?.[2]?.startsWith("nothing: a maintainer")).toBe(left === null);
});

/** Tests that stand in a source are the base's when the base's tests run over a work, as test files are. */
import { expect, it } from "vitest";
import type { ExpectedTestChange } from "#core/analysis/test-blocks/test-exception.ts";
import { checkBaseTests } from "#loop/checks/on-tree/base-tests.ts";
import { runTests } from "#loop/checks/on-tree/run-tests.ts";
import { type Files, type Project, workOn } from "./bite-work.ts";

const source = (example: string, body: string): string => `def add(a, b):\n    """Adds.\n\n${example}    """\n    return ${body}\n`;
const EXAMPLE = "    >>> add(1, 2)\n    3\n";
const PYTHON: Project = {
  run: "python3 -m doctest lib.py && sh other.sh",
  files: { "lib.py": source(EXAMPLE, "a + b"), "other.sh": "exit 0\n" },
};

async function verdict(changes: Files, expectedTestChanges: ExpectedTestChange[] = [], paths = ["lib.py"]): Promise<string> {
  const { subject, run } = await workOn(PYTHON, changes, { expectedTestChanges, scope: { paths, out: [] } });
  const baseTests = await runTests({ ...subject, tree: subject.plan.base.tree }, run);
  return (await checkBaseTests({ ...subject, baseTests }, { run })).verdict;
}

it.each<[string, Files]>([
  ["expects what it does now", { "lib.py": source(EXAMPLE.replace("3", "-1"), "a - b") }],
  ["has no example any more", { "lib.py": source("", "a - b") }],
  ["gives its function another name, with no example", { "lib.py": source("", "a - b").replace("add", "plus") }],
])("refuses a work that is wrong and %s", async (_what, changes) => {
  expect(await verdict(changes)).toBe("fail");
});

it.each<[string, Files]>([
  ["writes the code anew", { "lib.py": source(EXAMPLE, "sum([a, b])") }],
  ["adds an example", { "lib.py": source(`${EXAMPLE}\n    >>> add(0, 0)\n    0\n`, "a + b") }],
  ["adds code above", { "lib.py": `ONE = 1\n\n\n${source(EXAMPLE, "a + b")}` }],
])("passes a work that %s", async (_what, changes) => {
  expect(await verdict(changes)).toBe("pass");
});

it("leaves a source as it is that the plan lets change with its tests", async () => {
  const changes = { "lib.py": source(EXAMPLE.replace("3", "-1"), "a - b") };
  expect(await verdict(changes, [{ path: "lib.py", test: "", mayBe: "changed" }])).toBe("pass");
});

it("has the base's source where the source itself is put back", async () => {
  expect(await verdict({ "lib.py": source("", "a - b"), "other.sh": "exit 0 # as before\n" }, [], ["other.sh"])).toBe("pass");
});

it("knows nothing to put back in a source that is gone", async () => {
  expect(await verdict({ "lib.py": null })).toBe("fail");
});

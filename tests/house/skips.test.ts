/** Where a sandbox is required, a skipped test fails the run: seen in a run of its own with a skip planted in it. */
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { plot, ROOT, type Tree, tool } from "./tools.ts";

/** A suite with one test that runs and one that is skipped. */
function suite(title: string): Tree {
  const skipped = `it.skip(${JSON.stringify(title)}, () => expect(1).toBe(2));`;
  return { "tests/a.test.ts": `import { expect, it } from "vitest";\nit("runs", () => expect(1).toBe(1));\n${skipped}\n` };
}

const WALLS = "walls hold [skipped, no sandbox here: none]";
const ROOT_ONLY = "a bound [skipped: the kernel's bound does not hold for root]";

it.each([
  { when: "a skip is refused where a sandbox is required", title: WALLS, required: "1", code: 1, says: "walls hold" },
  { when: "a skip is taken where none is required", title: WALLS, required: "", code: 0, says: "" },
  { when: "a skip that says no reason is refused", title: "later", required: "1", code: 1, says: "later" },
  { when: "what is proven again as an ordinary user may be skipped", title: ROOT_ONLY, required: "1", code: 0, says: "" },
  { when: "an excuse does not excuse a second reason", title: `${WALLS}${ROOT_ONLY}`, required: "1", code: 1, says: "walls hold" },
])("$when", async ({ title, required, code, says }) => {
  const { folder, remove } = await plot(["vitest.config.ts", "rolldown.config.ts", "package.json"], suite(title), { modules: true });
  onTestFinished(remove);
  await mkdir(join(folder, "tests/house"));
  for (const file of ["tests/house/skips.ts", "tests/house/proofs.ts", "tests/house/longest-first.ts"])
    await copyFile(join(ROOT, file), join(folder, file));
  const ended = await tool("vitest", ["run"], { folder, env: { LOOPWRIGHT_REQUIRE_SANDBOX: required, VITEST: undefined } });
  expect(stripVTControlCharacters(ended.stdout)).toContain("1 passed | 1 skipped");
  expect(ended.code).toBe(code);
  expect(ended.stderr).toContain(says);
});

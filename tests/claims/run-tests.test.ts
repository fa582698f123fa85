/** How far tests with a planted fault are waited for. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ROOT } from "../house/tools.ts";
import { runTests } from "./run-tests.ts";

const root = mkdtempSync(join(tmpdir(), "loopwright-claims-root-"));
mkdirSync(join(root, "tests"));
symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
afterAll(() => rmSync(root, { recursive: true }));

const row = { id: "XX-01", test: "tests/a.test.ts", fault: "" };
const write = (body: string): void =>
  writeFileSync(
    join(root, row.test),
    `import { expect, it } from "vitest";\nit("one [XX-01]", () => ${body});\nit("two [XX-01]", () => {});\n`,
  );

it("kills tests that never end, which no timer within them could do, and counts them as failed", async () => {
  write("{ for (;;) {} }");
  expect(await runTests(root, [row], { ms: 4_000 })).toEqual([{ file: row.test, title: "XX-01", status: "failed" }]);
});

it("ends at the first failure where that is enough", async () => {
  write("expect(1).toBe(2)");
  const statuses = async (bail: boolean) =>
    (await runTests(root, [row], { bail, ms: 120_000 })).map(({ title, status }) => [title, status]);
  expect(await statuses(false)).toEqual([
    ["one [XX-01]", "failed"],
    ["two [XX-01]", "passed"],
  ]);
  expect((await statuses(true))[0]).toEqual(["one [XX-01]", "failed"]);
  expect((await statuses(true))[1]).not.toEqual(["two [XX-01]", "passed"]);
});

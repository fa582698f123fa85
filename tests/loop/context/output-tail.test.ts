import { expect, it } from "vitest";
import { outputTail } from "#loop/context/output-tail.ts";

const RESULT = { exitCode: 1, stdout: "", stderr: "", omitted: 0, killed: null, ms: 1, folder: "/workspace" };

it.each([
  { name: "nothing was printed", result: {}, tail: "exit code 1" },
  { name: "both were printed", result: { stdout: "out\n", stderr: "err\n" }, tail: "exit code 1\nout\nerr" },
  {
    name: "it succeeded, so that warnings say nothing",
    result: { exitCode: 0, stdout: "out", stderr: "warning" },
    tail: "exit code 0\nout",
  },
  {
    name: "it was killed, with what it had printed",
    result: { exitCode: null, killed: "time" as const, stdout: "half" },
    tail: "killed: time\nhalf",
  },
])("writes down how a command ended when $name [S2.37]", ({ result, tail }) => {
  expect(outputTail({ ...RESULT, ...result })).toBe(tail);
});

it("keeps at most 2,000 characters of output, 500 of errors from both their ends, and never more than a result holds [S2.37]", () => {
  const long = outputTail({ ...RESULT, stdout: `first${"o".repeat(5_000)}`, stderr: `TypeError${"e".repeat(5_000)}last` });
  expect(long.length).toBeLessThanOrEqual(2_000);
  expect(long).toContain("TypeError");
  expect(long.endsWith("last")).toBe(true);
  expect(long).not.toContain("first");
  expect(long.match(/e+/g)?.at(-1)?.length).toBeLessThanOrEqual(250);
});

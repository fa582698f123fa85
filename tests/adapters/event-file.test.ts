import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { eventFile } from "#adapters/event-file.ts";
import { redactor } from "#core/analysis/secrets/redact.ts";

const folder = mkdtempSync(join(tmpdir(), "loopwright-events-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const troubles: string[] = [];
const OPTIONS = { redact: redactor(["canary-1"]), onFailure: (why: string) => void troubles.push(why) };
const linesIn = (path: string) =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));

it("writes each event as a line, whole and without secrets, however deep they stand [M3.04, LLM-17]", () => {
  const path = join(folder, "new", "events.jsonl");
  const write = eventFile(path, OPTIONS);
  write({ kind: "primitive_end", data: { tool: "exec", output: `a\n${"x".repeat(100_000)} canary-1` } });
  write({ kind: "primitive_start", data: { input: [{ command: "echo canary-1" }], turn: 3, none: null } });
  const [first, second] = linesIn(path);
  expect(first).toEqual({ kind: "primitive_end", data: { tool: "exec", output: `a\n${"x".repeat(100_000)} [hidden]` } });
  expect(second).toEqual({ kind: "primitive_start", data: { input: [{ command: "echo [hidden]" }], turn: 3, none: null } });
  eventFile(path, OPTIONS);
  expect(readFileSync(path, "utf8")).toBe("");
});

it("stops at its bound, and says so in the file [M3.04, LLM-17]", () => {
  const path = join(folder, "small.jsonl");
  const write = eventFile(path, { ...OPTIONS, most: 30 });
  for (let turn = 0; turn < 5; turn++) write({ kind: "x", turn });
  expect(linesIn(path)).toEqual([
    { kind: "x", turn: 0 },
    { kind: "warning", data: { text: expect.stringContaining("full") } },
  ]);
});

it("says once that it cannot write, and lets the work go on [M3.04]", () => {
  const inner = join(folder, "gone");
  const write = eventFile(join(inner, "events.jsonl"), OPTIONS);
  rmSync(inner, { recursive: true });
  write({ kind: "x" });
  write({ kind: "y" });
  expect(troubles).toEqual([expect.stringContaining("are not written to")]);
});

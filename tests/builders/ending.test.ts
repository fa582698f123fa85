/** A program that plays for long ends by itself, says what it waited for, and leaves nothing behind. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { familyProcessOf } from "#adapters/sandbox/process/proc-files.ts";
import { bundle } from "./bundle.ts";

interface Started {
  readonly child: ChildProcess;
  readonly said: () => string;
  /** The process that the program has started. */
  readonly other: number;
}

async function started(limit: number): Promise<Started> {
  const program = await bundle("tests/builders/ending-child.ts");
  const child = spawn(process.execPath, [program.file, `${limit}`], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await program.remove();
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part: string) => (said += part));
  await expect.poll(() => said).toMatch(/started \d+/);
  return { child, said: () => said, other: Number(/started (\d+)/.exec(said)?.[1]) };
}

it.each([
  { what: "its limit", limit: 100, signal: null, why: "not over after 0.1 s" },
  { what: "a signal", limit: 600_000, signal: "SIGTERM", why: "ended by SIGTERM" },
] as const)("ends at $what, with what it started, and says what it waited for", async ({ limit, signal, why }) => {
  const { child, said, other } = await started(limit);
  if (signal !== null) child.kill(signal);
  if (child.exitCode === null) await once(child, "close");
  expect(child.exitCode).toBe(1);
  await expect.poll(said).toContain(`WRONG: ${why}; it waited for the moon\n`);
  expect(said()).toContain("at the end: Error: this could not be tidied up");
  await expect.poll(() => familyProcessOf(other)).toBeNull();
});

/** Processes of steps: their lines, their end, and how they are cancelled. */
import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { isAlive } from "./alive.ts";
import { type Patience, runChild } from "./child.ts";

const SHORT: Patience = { interrupt: 150, terminate: 150, force: 1_000 };
const ENVIRONMENT = { PATH: "/usr/bin:/bin" };

async function bash(script: string, { cancelOn }: { cancelOn?: string } = {}): Promise<{ code: number | null; lines: readonly string[] }> {
  const stop = new AbortController();
  const lines: string[] = [];
  const code = await runChild(
    { file: "bash", arguments: ["-c", script], folder: tmpdir(), environment: ENVIRONMENT },
    {
      signal: stop.signal,
      patience: SHORT,
      onLine: (line) => {
        lines.push(line);
        if (line === cancelOn) stop.abort();
      },
    },
  );
  return { code, lines };
}

it("gives every line and the status", async () => {
  expect(await bash("echo one; echo -e 'two\\r'; printf three; exit 3")).toEqual({ code: 3, lines: ["one", "two", "three"] });
});

it("gives it no more than its environment", async () => {
  const { lines } = await bash("env | cut -d= -f1 | sort");
  expect(lines.filter((name) => !["PATH", "PWD", "SHLVL", "_"].includes(name))).toEqual([]);
});

it("lets a step end in its own way on SIGINT, and calls it cancelled", async () => {
  const { code, lines } = await bash("trap 'echo tidy; exit 0' INT; echo ready; while true; do sleep 0.02; done", { cancelOn: "ready" });
  expect(code).toBeNull();
  expect(lines).toEqual(["ready", "tidy"]);
});

it("sends SIGTERM to a step that does not hear SIGINT", async () => {
  const { lines } = await bash("trap '' INT; trap 'echo terminated; exit 0' TERM; echo ready; while true; do sleep 0.02; done", {
    cancelOn: "ready",
  });
  expect(lines).toEqual(["ready", "terminated"]);
});

it("kills a step that hears neither, with all of its group", async () => {
  const { code, lines } = await bash(
    "trap '' INT TERM; (while true; do sleep 0.02; done) & echo $!; echo ready; while true; do sleep 0.02; done",
    {
      cancelOn: "ready",
    },
  );
  expect(code).toBeNull();
  expect(isAlive(Number(lines[0]))).toBe(false);
});

it("leaves no process of a step that has ended", async () => {
  const { code, lines } = await bash("sleep 60 & echo $!");
  expect(code).toBe(0);
  await expect.poll(() => isAlive(Number(lines[0]))).toBe(false);
});

it("does not start what is cancelled already", async () => {
  const code = await runChild(
    { file: "bash", arguments: ["-c", "exit 1"], folder: tmpdir(), environment: ENVIRONMENT },
    { signal: AbortSignal.abort(), patience: SHORT, onLine: () => undefined },
  );
  expect(code).toBeNull();
});

it("says which program is not there", async () => {
  const run = runChild(
    { file: "/nowhere/node", arguments: [], folder: tmpdir(), environment: ENVIRONMENT },
    { signal: new AbortController().signal, patience: SHORT, onLine: () => undefined },
  );
  await expect(run).rejects.toThrow("/nowhere/node");
});

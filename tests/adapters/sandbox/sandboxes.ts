/** What the tests of the sandbox share: the built host, fresh folders, and whether this machine has walls. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Host, RunOptions, Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import { PROCESS_LIMITS, type ProcessLimits } from "#adapters/sandbox/process/limits.ts";
import { probeSandbox } from "#adapters/sandbox/walls/probe.ts";

/** Makes the sandbox under test. */
export type Make = (limits: ProcessLimits) => Sandbox;
/** Vitest's `it` with the sandbox's name in the title. */
export type Test = (title: string, work: () => Promise<void>) => void;

/** Built by `npm run build`, which `npm test` does first. */
export const HOST_FILE = fileURLToPath(new URL("../../../dist/tool-host.mjs", import.meta.url));

const probe = await probeSandbox();

/** Empty where bubblewrap works; else the reason, for the titles of skipped tests. */
export const NO_WALLS = probe.kind === "none" ? ` [skipped, no sandbox here: ${probe.why}]` : "";

/** A folder for one test, gone afterwards. */
export async function freshFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "loopwright-test-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Run options that nobody runs into. */
export function options(given: Partial<RunOptions> = {}): RunOptions {
  return { timeout: 20_000, signal: new AbortController().signal, network: "none", ...given };
}

/** True while a process whose command line holds `mark` lives, anywhere on the machine that this user can see. */
export function lives(mark: string): boolean {
  return readdirSync("/proc").some((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, "utf8").includes(mark);
    } catch {
      return false;
    }
  });
}

/** Kills every process whose command line holds `mark`: what a broken wall let live. */
export function killMarked(mark: string): void {
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)) {
    const file = `/proc/${name}/cmdline`;
    if (existsSync(file) && readFileSync(file, "utf8").includes(mark)) process.kill(Number(name), "SIGKILL");
  }
}

/** A fresh folder with its tool host. */
export async function hosted(make: Make): Promise<{ readonly folder: string; readonly host: Host }> {
  const folder = await freshFolder();
  const host = await make(PROCESS_LIMITS).host(folder);
  onTestFinished(() => host.close());
  return { folder, host };
}

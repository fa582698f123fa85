/** Tests whether the sandbox isolates on this machine, by trying to break out and not by looking for a program. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readlinkSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { runBounded } from "#adapters/sandbox/process/spawn.ts";
import { Failure } from "#ports/failure.ts";
import { type ArrangeLaunch, bubblewrapLaunch } from "./bubblewrap-launch.ts";
import { type ProbeFacts, wallsOf } from "./judge-walls.ts";
import { failedProbe, type Probe, probeOfWalls, probeWithoutWalls } from "./probe-facts.ts";
import { NAMESPACES, PROBE_SCRIPT, sightIn } from "./probe-script.ts";
import { callFilter } from "./seccomp.ts";

const TIMEOUT = 10_000;

async function tried(base: string, arrange: ArrangeLaunch): Promise<Probe> {
  const [folder, beside, canary] = [join(base, "inside"), join(base, "beside"), randomBytes(16).toString("hex")];
  await Promise.all([mkdir(folder), mkdir(beside)]);
  // Stands for a process with a secret: our own environment in /proc cannot be changed any more.
  const holder = spawn("sleep", ["30"], { env: { PATH: process.env["PATH"] ?? "", CANARY: canary }, stdio: "ignore" });
  holder.on("error", () => undefined);
  try {
    const command = ["/bin/sh", "-c", PROBE_SCRIPT, "probe", canary, beside];
    const launch = arrange(await bubblewrapLaunch(folder, { command, network: false, mounts: [], reports: true }));
    const result = await runBounded(launch, {
      timeout: TIMEOUT,
      signal: new AbortController().signal,
      limits: PROCESS_LIMITS,
      fills: folder,
    });
    if (!result.report.includes('"exit-code": 0'))
      return failedProbe(result.stderr || `it ended with ${result.exitCode} (${result.killed})`);
    const facts: ProbeFacts = {
      sight: sightIn(result.stdout),
      outside: NAMESPACES.map((name) => readlinkSync(`/proc/self/ns/${name}`)),
      wroteInside: existsSync(join(folder, "inside")),
      wroteBeside: existsSync(join(beside, "beside")),
      given: Object.keys(launch.environment),
      filters: callFilter(process.arch) !== null,
    };
    return probeOfWalls(wallsOf(facts));
  } finally {
    holder.kill("SIGKILL");
  }
}

/**
 * Runs one command in the sandbox and checks whether it (a) runs, (b) sees no other process and no environment, (c) has
 * no network interface but lo, (d) writes only into its folder, has no other mount that can be changed and opens no
 * file of the kernel for writing, (e) has nothing that was open outside: descriptor, folder, variable, terminal, key,
 * (f) has no rights and not every system call. About 100 ms. Never falls back by itself; never throws for an unsuitable
 * machine.
 */
export async function probeSandbox(arrange: ArrangeLaunch = (launch) => launch): Promise<Probe> {
  if (process.platform !== "linux")
    return probeWithoutWalls(`bubblewrap is for Linux, this is ${process.platform}`, "Run it on Linux.");
  const base = await mkdtemp(join(tmpdir(), "loopwright-probe-"));
  try {
    return await tried(base, arrange);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return failedProbe(error.message);
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

/** Tests whether the sandbox isolates on this machine, by trying to break out and not by looking for a program. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readlinkSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { runBounded } from "#adapters/sandbox/process/spawn.ts";
import type { Launch } from "#adapters/sandbox/process/start-process.ts";
import { Failure } from "#ports/failure.ts";
import { bubblewrapLaunch } from "./bubblewrap-launch.ts";
import { failedProbe, type Probe, type ProbeFacts, probeOfWalls, probeWithoutWalls, wallsOf } from "./probe-facts.ts";
import { callFilter } from "./seccomp.ts";

const NAMESPACES = ["pid", "mnt", "net", "user", "ipc", "uts"];
const TIMEOUT = 10_000;

/**
 * Tries each wall. `$1` is the canary, `$2` a folder outside. The command's own arguments are not in an environment, so
 * it cannot find itself. It opens the kernel's files for writing, and writes nothing into them.
 */
const SCRIPT = `
readlink ${NAMESPACES.map((name) => `/proc/self/ns/${name}`).join(" ")}
while read -r name rest; do case "$name" in *:) echo "interface \${name%:}";; esac; done < /proc/net/dev
grep -qa "$1" /proc/[0-9]*/environ 2>/dev/null && echo "canary"
while read -r name value; do echo "status \${name%:} $value"; done < /proc/self/status
echo x > inside
for folder in "$2" /usr /etc / ; do
  { echo x > "$folder/loopwright-$1"; } 2>/dev/null && echo "system" && rm -f "$folder/loopwright-$1"
done
(mkdir -p "$2" && echo x > "$2/beside") 2>/dev/null
ls -l /proc/[0-9]*/fd
open() { for at in "$1"/*; do
  case "$at" in /proc/[0-9]*) continue;; esac
  if [ -L "$at" ]; then :; elif [ -d "$at" ]; then open "$at"
  elif [ -f "$at" ] && { true >> "$at"; } 2>/dev/null; then echo "kernel $at"; fi
done; }
open /proc; open /sys
exit 0
`;

/**
 * A process has nothing open beyond input, output and error but /dev/null, and in the first one bubblewrap's eventfd.
 */
function openFilesIn(output: string): readonly string[] {
  const all = [...output.matchAll(/ (\d+) -> (.+)$/gm)].filter(([, descriptor]) => Number(descriptor) > 2);
  return all
    .map(([, , target = ""]) => target)
    .filter((target) => target !== "/dev/null" && target !== "anon_inode:[eventfd]");
}

/** Changes the probe's launch: a test removes a wall here, and the probe must notice. */
export type ArrangeLaunch = (launch: Launch) => Launch;

function factsOf(output: string, folder: string, beside: string): ProbeFacts {
  const lines = output.split("\n").map((line) => line.split(" "));
  const rest = (key: string): readonly (readonly string[])[] =>
    lines.filter(([first]) => first === key).map(([, ...words]) => words);
  const inside = new Map(output.split("\n").map((line) => [/^(\w+):\[\d+\]$/.exec(line)?.[1] ?? "", line]));
  return {
    interfaces: rest("interface").map(([name = ""]) => name),
    namespaces: NAMESPACES.map((name) => ({
      name,
      inside: inside.get(name) ?? "",
      outside: readlinkSync(`/proc/self/ns/${name}`),
    })),
    canarySeen: rest("canary").length > 0,
    wroteInside: existsSync(join(folder, "inside")),
    wroteBeside: existsSync(join(beside, "beside")),
    wroteSystem: rest("system").length > 0,
    kernelFiles: rest("kernel").map((words) => words.join(" ")),
    openFiles: openFilesIn(output),
    status: new Map(rest("status").map(([name = "", value = ""]) => [name, value])),
    filters: callFilter(process.arch) !== null,
  };
}

async function tried(base: string, arrange: ArrangeLaunch): Promise<Probe> {
  const [folder, beside, canary] = [join(base, "inside"), join(base, "beside"), randomBytes(16).toString("hex")];
  await Promise.all([mkdir(folder), mkdir(beside)]);
  // Stands for a process with a secret: our own environment in /proc cannot be changed any more.
  const holder = spawn("sleep", ["30"], { env: { PATH: process.env["PATH"] ?? "", CANARY: canary }, stdio: "ignore" });
  holder.on("error", () => undefined);
  try {
    const command = ["/bin/sh", "-c", SCRIPT, "probe", canary, beside];
    const launch = arrange(bubblewrapLaunch(folder, { command, network: false, mounts: [], reports: true }));
    const result = await runBounded(launch, {
      timeout: TIMEOUT,
      signal: new AbortController().signal,
      limits: PROCESS_LIMITS,
      fills: folder,
    });
    if (!result.report.includes('"exit-code": 0'))
      return failedProbe(result.stderr || `it ended with ${result.exitCode} (${result.killed})`);
    return probeOfWalls(wallsOf(factsOf(result.stdout, folder, beside)));
  } finally {
    holder.kill("SIGKILL");
  }
}

/**
 * Runs one command in the sandbox and checks whether it (a) runs, (b) sees no other process and no environment, (c) has
 * no network interface but lo, (d) writes only into its folder and opens no file of the kernel for writing, (e) has no
 * descriptor open that it was not given, (f) has no rights and not every system call. About 100 ms. Never falls back by
 * itself; never throws for an unsuitable machine.
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

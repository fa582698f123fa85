/** The sandbox over bubblewrap: every command and every host in namespaces of its own. */
import { mkdtemp, rm } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import type { RunOptions, Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import { OPERATION_TIME, toolHost } from "#adapters/sandbox/host/tool-host.ts";
import { placeFor, WORKSPACE } from "#adapters/sandbox/inside/inner-place.ts";
import type { Mount } from "#adapters/sandbox/inside/system-folders.ts";
import { sandboxMachineOf } from "#adapters/sandbox/inside/toolchains.ts";
import { type Egress, INTERNET, type OutwardNetwork } from "#adapters/sandbox/network/egress.ts";
import { egressProxy } from "#adapters/sandbox/network/proxy.ts";
import { checkedCommand } from "#adapters/sandbox/process/checked-command.ts";
import type { ProcessLimits } from "#adapters/sandbox/process/limits.ts";
import { type RunOutcome, runBounded } from "#adapters/sandbox/process/spawn.ts";
import { Failure } from "#ports/failure.ts";
import type { ExecResult } from "#ports/tool-access.ts";
import { type ArrangeLaunch, bubblewrapLaunch, type SandboxedProgram } from "./bubblewrap-launch.ts";
import { underlaysWork } from "./underlay.ts";

export interface SandboxOptions {
  /** `tool-host.mjs` of the build. */
  readonly hostFile: string;
  readonly limits: ProcessLimits;
  /** Only for a test that takes a wall out. */
  readonly arrange?: ArrangeLaunch;
}

/** The path of the host's program inside. No command sees it. */
const HOST_FILE = "/loopwright/tool-host.mjs";

/**
 * Limits of the kernel, for a flood that is faster than the driver's checks: processes and threads (not for root, for
 * whom only the driver's checks hold), open files, the size of a file in units of 512 bytes, and no core dump. `-p` is
 * for Debian's shell, `-u` for bash. Its input is the sandbox's own /dev/null.
 */
function shell(command: string, { processes, open, file }: ProcessLimits, elsewhere = false): readonly string[] {
  const limited = `{ ulimit -p "$2" || ulimit -u "$2"; ulimit -n "$3"; ulimit -f "$4"; ulimit -c 0; } 2>/dev/null`;
  // Without a process of bubblewrap's own the first shell stays, and takes what the others leave behind.
  const started = elsewhere ? `/bin/sh -c "$1"; exit $?` : `exec /bin/sh -c "$1"`;
  // By itself, so that the shell keeps no copy of what its input was.
  const bounded = `${limited}; exec </dev/null; ${started}`;
  return ["/bin/sh", "-c", bounded, "sh", command, ...[2 * processes, open, Math.ceil(file / 512)].map(String)];
}

/** A shell's status for a command that exceeded the size of a file: SIGXFSZ. */
const FILE_TOO_LARGE = 128 + constants.signals.SIGXFSZ;

/** Bubblewrap reports an exit code only if the command was reached; without one the sandbox could not be built. */
function resultOf({ report, ...outcome }: RunOutcome, folder: string): ExecResult {
  const result = { ...outcome, folder };
  if (result.exitCode === FILE_TOO_LARGE) return { ...result, exitCode: null, killed: "disk" };
  if (result.killed !== null || report.includes('"exit-code"')) return result;
  if (result.exitCode !== null && result.exitCode > 128) return { ...result, exitCode: null, killed: "signal" };
  throw new Failure("sandbox", `bubblewrap could not start the command: ${result.stderr.trim()}`, { retryable: false });
}

/** The path inside of the proxy's folder for a setup command. */
const PROXY_FOLDER = "/loopwright/out";

/** Commands in bubblewrap. Ask `probeSandbox` first whether the machine can. Every method as in `Sandbox`. */
export function bubblewrapSandbox(
  { hostFile, limits, arrange = (launch) => launch }: SandboxOptions,
  outward: OutwardNetwork = INTERNET,
): Sandbox {
  const program: Mount = { source: hostFile, target: HOST_FILE };
  const nodeHere = (): string => sandboxMachineOf(process.env, process.execPath).node;
  const wall = async (
    folder: string,
    sandboxed: Pick<SandboxedProgram, "command" | "network" | "mounts">,
    options: RunOptions,
  ): Promise<ExecResult> => {
    const { elsewhere, underlay } = options;
    const launch = arrange(await bubblewrapLaunch(folder, { ...sandboxed, reports: true, elsewhere, underlay }));
    const inside = placeFor(elsewhere).folder;
    return resultOf(await runBounded(launch, { ...options, limits, fills: folder }), inside);
  };
  const throughProxy = async (
    folder: string,
    command: readonly string[],
    egress: Egress,
    options: RunOptions,
  ): Promise<ExecResult> => {
    const place = await mkdtemp(join(tmpdir(), "loopwright-out-"));
    const proxy = await egressProxy(join(place, "proxy"), egress, outward);
    try {
      const relayed = [nodeHere(), HOST_FILE, "--relay", `${PROXY_FOLDER}/proxy`, ...command];
      return await wall(
        folder,
        { command: relayed, network: false, mounts: [program, { source: place, target: PROXY_FOLDER }] },
        options,
      );
    } finally {
      proxy.close();
      await rm(place, { recursive: true, force: true });
    }
  };
  const run = async (folder: string, text: string, options: RunOptions): Promise<ExecResult> => {
    const command = shell(checkedCommand(text), limits, options.elsewhere);
    const { network } = options;
    if (typeof network === "object") return throughProxy(folder, command, network, options);
    return wall(folder, { command, network: network === "open", mounts: [] }, options);
  };
  const tried = new Map<string, Promise<boolean>>();
  return {
    kind: "bubblewrap",
    canUnderlay: (temp) => {
      const answer = tried.get(temp) ?? underlaysWork(temp, run);
      tried.set(temp, answer);
      return answer;
    },
    host: async (folder) => {
      const launch = await bubblewrapLaunch(folder, {
        command: [nodeHere(), HOST_FILE, WORKSPACE],
        network: false,
        mounts: [program],
        reports: false,
      });
      return toolHost(arrange(launch), OPERATION_TIME);
    },
    run,
  };
}

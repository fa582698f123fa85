/** The sandbox that holds: every command and every host in namespaces of its own (architecture 6). */
import { mkdtemp, rm } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import type { RunOptions, Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import { OPERATION_TIME, toolHost } from "#adapters/sandbox/host/tool-host.ts";
import { type Egress, INTERNET, type OutwardNetwork } from "#adapters/sandbox/network/egress.ts";
import { egressProxy } from "#adapters/sandbox/network/proxy.ts";
import { checkedCommand } from "#adapters/sandbox/process/checked-command.ts";
import { commandEnvironment } from "#adapters/sandbox/process/environment.ts";
import type { ProcessLimits } from "#adapters/sandbox/process/limits.ts";
import { type Launch, type RunOutcome, runBounded } from "#adapters/sandbox/process/spawn.ts";
import { Failure } from "#ports/failure.ts";
import type { ExecResult } from "#ports/tool-access.ts";
import { bubblewrapArguments, INNER_FOLDERS, type Mount, WORKSPACE } from "./bubblewrap.ts";
import { kernelFiles } from "./kernel-files.ts";
import { sandboxMachineOf } from "./machine.ts";
import { callFilter } from "./seccomp.ts";

export interface SandboxOptions {
  /** `tool-host.mjs` of the build. */
  readonly hostFile: string;
  readonly limits: ProcessLimits;
}

/** Where the host's program is shown. No command sees it. */
const HOST_FILE = "/loopwright/tool-host.mjs";

/** What runs in the walls: program first. `report`: bubblewrap tells on descriptor 3 how it went. */
interface Inmate {
  readonly command: readonly string[];
  readonly network: boolean;
  readonly mounts: readonly Mount[];
  readonly reports: boolean;
  readonly elsewhere?: boolean | undefined;
}

/** What the host is called: for a check, and elsewhere. */
const HOSTS = { check: "sandbox", elsewhere: "workstation" };

/** How to start something in the walls around `folder`. PATH and Node are those of this process now. */
export function bubblewrapLaunch(folder: string, { command, network, mounts, reports, elsewhere = false }: Inmate): Launch {
  const machine = sandboxMachineOf(process.env, process.execPath);
  const environment = { ...commandEnvironment(process.env, INNER_FOLDERS, elsewhere), PATH: machine.path };
  const hostname = elsewhere ? HOSTS.elsewhere : HOSTS.check;
  const shown = { mounts: [...machine.mounts, ...mounts], kernel: kernelFiles() };
  const walls = bubblewrapArguments({ folder, network, ...shown, environment, hostname });
  const report = reports ? ["--json-status-fd", "3"] : [];
  const filter = callFilter(process.arch);
  const filtered = filter === null ? [] : ["--seccomp", reports ? "4" : "3"];
  return { file: "bwrap", arguments: [...report, ...filtered, ...walls, "--", ...command], folder: "/", environment, reports, filter };
}

/**
 * The kernel's own bounds, for a flood that is faster than the driver looks: processes and threads (not for root, who has the watch
 * only), open files, the size of a file in units of 512 bytes, and no core dump. `-p` is Debian's shell, `-u` is bash.
 */
function shell(command: string, { processes, open, file }: ProcessLimits): readonly string[] {
  const bounded = `{ ulimit -p "$2" || ulimit -u "$2"; ulimit -n "$3"; ulimit -f "$4"; ulimit -c 0; } 2>/dev/null; exec /bin/sh -c "$1"`;
  return ["/bin/sh", "-c", bounded, "sh", command, ...[2 * processes, open, Math.ceil(file / 512)].map(String)];
}

/** What a shell says of a command that wrote beyond the size of a file: SIGXFSZ. */
const FILE_TOO_LARGE = 128 + constants.signals.SIGXFSZ;

/** Bubblewrap reports an exit code only if the command was reached; without one the wall could not be built. */
function resultOf({ report, ...result }: RunOutcome): ExecResult {
  if (result.exitCode === FILE_TOO_LARGE) return { ...result, exitCode: null, killed: "disk" };
  if (result.killed !== null || report.includes('"exit-code"')) return result;
  if (result.exitCode !== null && result.exitCode > 128) return { ...result, exitCode: null, killed: "signal" };
  throw new Failure("sandbox", `bubblewrap could not start the command: ${result.stderr.trim()}`, { retryable: false });
}

/** Where the way out of a setup command is shown. */
const WAY_OUT = "/loopwright/out";

/** Commands in bubblewrap. Ask `probeSandbox` first whether the machine can. Every method as in `Sandbox`. */
export function bubblewrapSandbox({ hostFile, limits }: SandboxOptions, outward: OutwardNetwork = INTERNET): Sandbox {
  const program: Mount = { source: hostFile, target: HOST_FILE };
  const nodeHere = (): string => sandboxMachineOf(process.env, process.execPath).node;
  const wall = async (folder: string, inmate: Pick<Inmate, "command" | "network" | "mounts">, options: RunOptions): Promise<ExecResult> => {
    const launch = bubblewrapLaunch(folder, { ...inmate, reports: true, elsewhere: options.elsewhere });
    return resultOf(await runBounded(launch, { ...options, limits, fills: folder }));
  };
  const throughProxy = async (folder: string, command: readonly string[], egress: Egress, options: RunOptions): Promise<ExecResult> => {
    const place = await mkdtemp(join(tmpdir(), "loopwright-out-"));
    const proxy = await egressProxy(join(place, "proxy"), egress, outward);
    try {
      const relayed = [nodeHere(), HOST_FILE, "--relay", `${WAY_OUT}/proxy`, ...command];
      return await wall(folder, { command: relayed, network: false, mounts: [program, { source: place, target: WAY_OUT }] }, options);
    } finally {
      proxy.close();
      await rm(place, { recursive: true, force: true });
    }
  };
  return {
    kind: "bubblewrap",
    host: (folder) => {
      const launch = bubblewrapLaunch(folder, {
        command: [nodeHere(), HOST_FILE, WORKSPACE],
        network: false,
        mounts: [program],
        reports: false,
      });
      return Promise.resolve(toolHost(launch, OPERATION_TIME));
    },
    run: async (folder, text, options) => {
      const command = shell(checkedCommand(text), limits);
      const { network } = options;
      if (typeof network === "object") return throughProxy(folder, command, network, options);
      return wall(folder, { command, network: network === "open", mounts: [] }, options);
    },
  };
}

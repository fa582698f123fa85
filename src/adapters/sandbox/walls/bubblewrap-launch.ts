/** Builds the launch of one program inside bubblewrap. */
import { commandEnvironment } from "#adapters/sandbox/process/environment.ts";
import type { Launch } from "#adapters/sandbox/process/start-process.ts";
import { bubblewrapArguments, INNER_FOLDERS, type Mount } from "./bubblewrap.ts";
import { kernelFiles } from "./kernel-files.ts";
import { sandboxMachineOf } from "./machine.ts";
import { callFilter } from "./seccomp.ts";

/** A program to run inside, with its arguments. `report`: bubblewrap reports on descriptor 3 how it went. */
export interface SandboxedProgram {
  readonly command: readonly string[];
  readonly network: boolean;
  readonly mounts: readonly Mount[];
  readonly reports: boolean;
  readonly elsewhere?: boolean | undefined;
}

/** The host names inside: for a check, and elsewhere. */
const HOSTS = { check: "sandbox", elsewhere: "workstation" };

/** The launch of a program in the sandbox around `folder`. PATH and Node are those of this process now. */
export function bubblewrapLaunch(
  folder: string,
  { command, network, mounts, reports, elsewhere = false }: SandboxedProgram,
): Launch {
  const machine = sandboxMachineOf(process.env, process.execPath);
  const environment = { ...commandEnvironment(process.env, INNER_FOLDERS, elsewhere), PATH: machine.path };
  const hostname = elsewhere ? HOSTS.elsewhere : HOSTS.check;
  const shown = { mounts: [...machine.mounts, ...mounts], kernel: kernelFiles() };
  const walls = bubblewrapArguments({ folder, network, ...shown, environment, hostname });
  const report = reports ? ["--json-status-fd", "3"] : [];
  const filter = callFilter(process.arch);
  const filtered = filter === null ? [] : ["--seccomp", reports ? "4" : "3"];
  return {
    file: "bwrap",
    arguments: [...report, ...filtered, ...walls, "--", ...command],
    folder: "/",
    environment,
    reports,
    filter,
  };
}

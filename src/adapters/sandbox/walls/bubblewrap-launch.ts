/** Builds the launch of one program inside bubblewrap. */
import { existsSync } from "node:fs";
import type { Underlay } from "#adapters/sandbox/host/sandbox.ts";
import { type InnerPlace, placeFor } from "#adapters/sandbox/inside/inner-place.ts";
import { settingsFor } from "#adapters/sandbox/inside/settings.ts";
import { type Mount, systemFolders } from "#adapters/sandbox/inside/system-folders.ts";
import { sandboxMachineOf } from "#adapters/sandbox/inside/toolchains.ts";
import { commandEnvironment } from "#adapters/sandbox/process/environment.ts";
import type { Launch } from "#adapters/sandbox/process/start-process.ts";
import { bubblewrapArguments, type Identity } from "./bubblewrap.ts";
import { callFilter } from "./seccomp.ts";
import { LAY, layArguments } from "./underlay.ts";

/** A program to run inside, with its arguments. `report`: bubblewrap reports on descriptor 3 how it went. */
export interface SandboxedProgram {
  readonly command: readonly string[];
  readonly network: boolean;
  readonly mounts: readonly Mount[];
  readonly reports: boolean;
  readonly elsewhere?: boolean | undefined;
  readonly underlay?: Underlay | undefined;
}

/** Changes a launch: a test takes a wall out here, and what looks at the walls must notice. */
export type ArrangeLaunch = (launch: Launch) => Launch;

/** What tells of keys and processes outside even in namespaces of its own. */
const HIDDEN = ["/proc/keys", "/proc/key-users", "/proc/timer_list"];

/**
 * Makes the machine's device nodes read-only before bubblewrap mounts them, in a namespace of its own: they stay open
 * for reading and writing, but root, who owns them, can no longer change their mode. Bubblewrap itself has no word for
 * it. Where /dev is no mount, it becomes one first.
 */
const NODES = `ro() { mount -o remount,bind,ro,nosuid /dev; }
  ro 2>/dev/null || { mount --rbind /dev /dev && ro; } || exit 1`;

/** Starts a program in a namespace of mounts that was prepared: nodes where this is root, and what lies below. */
function prepared(folder: string, underlay: Underlay | undefined, isRoot: boolean): readonly string[] {
  if (underlay === undefined && !isRoot) return [];
  const [lay, words] = underlay === undefined ? [[], []] : [[LAY], layArguments(folder, underlay)];
  const script = [...(isRoot ? [NODES] : []), ...lay, `exec "$@"`].join("\n");
  return ["unshare", "--user", "--map-root-user", "--mount", "/bin/sh", "-c", script, "sh", ...words];
}

/**
 * Who a command seems to be. In a namespace that was prepared the driver is root, and bubblewrap must be told who it
 * was.
 */
function identityIn({ user }: InnerPlace, isHidden: boolean): Identity | null {
  if (user !== null) return { user, group: user };
  return isHidden ? { user: process.geteuid?.() ?? 0, group: process.getegid?.() ?? 0 } : null;
}

/**
 * The launch of a program in the sandbox around `folder`. PATH, Node and the user are those of this process now.
 */
export async function bubblewrapLaunch(
  folder: string,
  { command, network, mounts, reports, elsewhere = false, underlay }: SandboxedProgram,
): Promise<Launch> {
  const place = placeFor(elsewhere);
  const isRoot = process.geteuid?.() === 0;
  const machine = sandboxMachineOf(process.env, process.execPath, place.home);
  const environment = { ...commandEnvironment(process.env, place, elsewhere), PATH: machine.path };
  const shown = { mounts: [...machine.mounts, ...mounts], hidden: HIDDEN.filter((path) => existsSync(path)) };
  const identity = identityIn(place, !isRoot && underlay !== undefined);
  const seen = underlay?.merged ?? folder;
  const given = { system: systemFolders(), settings: await settingsFor(network), environment, place, identity };
  const walls = bubblewrapArguments({ folder: seen, network, ...shown, ...given });
  const report = reports ? ["--json-status-fd", "3"] : [];
  const filter = callFilter(process.arch);
  const filtered = filter === null ? [] : ["--seccomp", reports ? "4" : "3"];
  const words = ["bwrap", ...report, ...filtered, ...walls, "--", ...command];
  const [file = "", ...rest] = [...prepared(folder, underlay, isRoot), ...words];
  return { file, arguments: rest, folder: "/", environment, reports, filter };
}

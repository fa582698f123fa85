/**
 * Decides what a command in the sandbox may see, write and reach, as arguments of bubblewrap 0.8 or later. Pure:
 * `inside` reads what the machine has.
 */
import { INNER_FOLDERS, type InnerPlace, WORKSPACE } from "#adapters/sandbox/inside/inner-place.ts";
import type { Settings } from "#adapters/sandbox/inside/settings.ts";
import type { Mount, SystemFolder } from "#adapters/sandbox/inside/system-folders.ts";
import type { Environment } from "#adapters/sandbox/process/environment.ts";

/** The user and the group that a command seems to be. */
export interface Identity {
  readonly user: number;
  readonly group: number;
}

export interface Walls {
  /** The only folder that can be written and outlasts the command. */
  readonly folder: string;
  readonly network: boolean;
  readonly mounts: readonly Mount[];
  /** The system's own folders as they exist here, by their paths; a link is made again instead of a mount. */
  readonly system: readonly SystemFolder[];
  readonly settings: Settings;
  /** Files below /proc that would tell of the machine, as they exist here: each shows nothing inside. */
  readonly hidden: readonly string[];
  readonly environment: Environment;
  readonly place: InnerPlace;
  /** Null: those of who starts bubblewrap. */
  readonly identity: Identity | null;
}

/**
 * Most bytes in each folder that is in memory: no process's resident memory counts these pages, so the driver does not
 * see them.
 */
const MEMORY_FOLDER = String(1024 ** 3);

const readOnly = (path: string): readonly string[] => ["--ro-bind", path, path];

/**
 * The arguments before `-- command`. Own user, pid, mount, ipc, uts, cgroup and (unless `network`) network namespace,
 * no capability, no further user namespace; nothing of /home, /root, /run, /var or /sys. Bubblewrap reports on
 * descriptor 3 whether the command was reached. Below /proc nothing can be written: who is root outside owns its files,
 * in whatever namespaces. Bubblewrap's own environment can be read inside as /proc/1/environ: start it with
 * `walls.environment` only.
 */
export function bubblewrapArguments(walls: Walls): readonly string[] {
  const { folder, network, mounts, system, settings, hidden, environment, place, identity } = walls;
  return [
    ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ...(network ? [] : ["--unshare-net"]),
    ...["--disable-userns", "--cap-drop", "ALL", "--die-with-parent", "--new-session", "--hostname", place.hostname],
    ...(identity === null ? [] : ["--uid", String(identity.user), "--gid", String(identity.group)]),
    ...(place.alone ? ["--as-pid-1"] : []),
    "--clearenv",
    ...Object.entries(environment).flatMap(([name, value]) => ["--setenv", name, value]),
    ...system.flatMap(({ path, link }) => (link === null ? readOnly(path) : ["--symlink", link, path])),
    ...["--ro-bind", settings.folder, "/etc"],
    ...settings.mounted.flatMap((name) => readOnly(`/etc/${name}`)),
    ...["--proc", "/proc", ...hidden.flatMap((path) => ["--ro-bind", "/dev/null", path]), "--remount-ro", "/proc"],
    ...["--dev", "/dev", "--remount-ro", "/dev"],
    ...["--size", MEMORY_FOLDER, "--tmpfs", "/dev/shm", "--size", MEMORY_FOLDER, "--tmpfs", INNER_FOLDERS.temporary],
    ...homeIn(place),
    ...["--dir", place.temporary, "--dir", "/var/tmp", "--dir", "/run"],
    ...mounts.flatMap(({ source, target }) => ["--ro-bind", source, target]),
    ...["--bind", folder, place.folder],
    // What setup made may name the usual path: the programs of a virtual environment of Python do.
    ...(place.folder === WORKSPACE ? [] : ["--symlink", place.folder, WORKSPACE]),
    ...["--chdir", place.folder, "--remount-ro", "/"],
  ];
}

function homeIn({ home }: InnerPlace): readonly string[] {
  const isInTemporary = home.startsWith(`${INNER_FOLDERS.temporary}/`);
  return isInTemporary ? ["--dir", home] : ["--size", MEMORY_FOLDER, "--tmpfs", home];
}

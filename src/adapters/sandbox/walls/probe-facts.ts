/** Judges what the probe's command saw inside the sandbox, and advises what to do. Pure. */

/** One part of the isolation, as the probe tested it. `why`: what was seen where it does not hold. */
export interface Wall {
  readonly name: string;
  readonly holds: boolean;
  readonly why: string;
}

/**
 * Whether this machine can isolate untrusted code; if not, what failed and what to do about it. `walls` is empty when
 * no command could be run inside.
 */
export type Probe =
  | { readonly kind: "bubblewrap"; readonly walls: readonly Wall[] }
  | { readonly kind: "none"; readonly walls: readonly Wall[]; readonly why: string; readonly advice: string };

/** What the probe's command saw inside, and what was seen outside afterwards. */
export interface ProbeFacts {
  /** Names of the network interfaces inside. */
  readonly interfaces: readonly string[];
  /** `/proc/self/ns/<name>` inside and outside. */
  readonly namespaces: readonly { readonly name: string; readonly inside: string; readonly outside: string }[];
  /** True when the command found the canary in another process's environment. */
  readonly canarySeen: boolean;
  /** Whether a file written inside the folder arrived, one written beside it, and one in a system folder. */
  readonly wroteInside: boolean;
  readonly wroteBeside: boolean;
  readonly wroteSystem: boolean;
  /** Files of the kernel, below /proc and /sys, that could be opened for writing. */
  readonly kernelFiles: readonly string[];
  /** Descriptors that a process inside had open without being given them, bubblewrap's own first one included. */
  readonly openFiles: readonly string[];
  /** Of `/proc/self/status` inside: "NoNewPrivs", "CapEff", "Seccomp". */
  readonly status: ReadonlyMap<string, string>;
  /** True when there is a filter of system calls for this machine. */
  readonly filters: boolean;
}

const BROKEN = "Report this with the output of `bwrap --version`; until then nothing is run here.";

/** Every wall, in the order in which a broken one is reported. */
export function wallsOf(facts: ProbeFacts): readonly Wall[] {
  const { namespaces, interfaces, kernelFiles, openFiles, status, filters } = facts;
  const wall = (name: string, holds: boolean, why: string): Wall => ({ name, holds, why });
  return [
    wall("own folder", facts.wroteInside, "a command cannot write into its own folder"),
    wall("other processes", !facts.canarySeen, "a command sees the environment of processes outside"),
    ...namespaces.map(({ name, inside, outside }) =>
      wall(`${name} namespace`, inside !== "" && inside !== outside, `the ${name} namespace is not its own`),
    ),
    wall(
      "network",
      interfaces.join() === "lo",
      `a command has network interfaces: ${interfaces.join(", ") || "none, not even lo"}`,
    ),
    wall("folders beside", !facts.wroteBeside, "a command can write outside its folder"),
    wall("system folders", !facts.wroteSystem, "a command can write into system folders"),
    wall(
      "kernel files",
      kernelFiles.length === 0,
      `a command can open ${kernelFiles.length} of the kernel's files for writing: ` +
        kernelFiles.slice(0, 3).join(", "),
    ),
    wall(
      "open files",
      openFiles.length === 0,
      `a command has what somebody left open outside: ${openFiles.slice(0, 3).join(", ")}`,
    ),
    wall("new privileges", status.get("NoNewPrivs") === "1", "a command can gain rights by sudo and its like"),
    wall("capabilities", /^0+$/.test(status.get("CapEff") ?? ""), "a command has capabilities"),
    wall("system calls", !filters || status.get("Seccomp") === "2", "no filter of system calls is in force"),
  ];
}

/** The result for walls that a command could be run in. */
export function probeOfWalls(walls: readonly Wall[]): Probe {
  const broken = walls.find(({ holds }) => !holds);
  return broken === undefined
    ? { kind: "bubblewrap", walls }
    : { kind: "none", walls, why: broken.why, advice: BROKEN };
}

const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/Unknown option/i, "Install bubblewrap 0.8 or later (Debian 12, Ubuntu 24.04 and later have it)."],
  [
    /mount proc/i,
    "A container hides /proc here: start it with `--security-opt systempaths=unconfined`, " +
      "or run on the machine itself.",
  ],
  [
    /namespace|uid map|RTM_NEWADDR|Operation not permitted|Permission denied/i,
    "The system forbids user namespaces: load an AppArmor profile that gives `userns` to /usr/bin/bwrap " +
      "where the system brings none, " +
      "or set `sysctl kernel.apparmor_restrict_unprivileged_userns=0` (Ubuntu 24.04), " +
      "`kernel.unprivileged_userns_clone=1` (Debian), `user.max_user_namespaces` above 0.",
  ],
];

/** The result for a bubblewrap that could not run a command at all, by its error output. */
export function failedProbe(output: string): Probe {
  if (/ENOENT/.test(output))
    return probeWithoutWalls("bubblewrap is not installed: there is no `bwrap` in PATH", "apt-get install bubblewrap");
  const advice = ADVICE.find(([pattern]) => pattern.test(output))?.[1] ?? BROKEN;
  return probeWithoutWalls(`bubblewrap cannot run a command: ${output.trim()}`, advice);
}

/** The result for a machine on which nothing can be tried. */
export function probeWithoutWalls(why: string, advice: string): Probe {
  return { kind: "none", walls: [], why, advice };
}

/** Judges each wall by what the probe's command saw inside the sandbox. Pure. */

import { INNER_FOLDERS, WORKSPACE } from "#adapters/sandbox/inside/inner-place.ts";
import { NOTHING } from "#adapters/sandbox/process/descriptors.ts";
import { foundWall, type Wall } from "./probe-facts.ts";
import { NAMESPACES, type ProbeSight } from "./probe-script.ts";

/** What the probe's command saw inside, and what was seen outside afterwards. */
export interface ProbeFacts {
  readonly sight: ProbeSight;
  /** `/proc/self/ns/<name>` of this process, in the order of `NAMESPACES`. */
  readonly outside: readonly string[];
  /** Whether a file written inside the folder arrived, and one written beside it. */
  readonly wroteInside: boolean;
  readonly wroteBeside: boolean;
  /** Names of the variables that the command was given. */
  readonly given: readonly string[];
  /** True when there is a filter of system calls for this machine. */
  readonly filters: boolean;
}

/** Mounts of the sandbox's own: the folder, memory, and terminals that begin inside. */
const OWN_MOUNTS = new Set([WORKSPACE, INNER_FOLDERS.temporary, "/dev/shm", "/dev/pts"]);
/** What a shell sets for itself. */
const OWN_VARIABLES = ["PWD", "OLDPWD", "SHLVL", "_"];

/**
 * A process has pipes to its driver (Node makes them as sockets) as input, output and error. Beyond these it has what
 * covers an inherited descriptor, and in bubblewrap's own process an eventfd.
 */
const isGiven = ({ descriptor, target }: ProbeSight["open"][number]): boolean =>
  descriptor <= 2 ? /^(socket|pipe):/.test(target) : target.startsWith(NOTHING) || target === "anon_inode:[eventfd]";

/** What was open, or set, outside and got in. */
function inheritedWalls({ sight, given }: ProbeFacts): readonly Wall[] {
  const { open, folders, variables, terminals, keys } = sight;
  const strange = open.filter((one) => !isGiven(one)).map(({ descriptor, target }) => `${descriptor} is ${target}`);
  const known = new Set([...given, ...OWN_VARIABLES]);
  const outside = folders.filter((folder) => folder !== "/" && folder !== WORKSPACE);
  return [
    foundWall("working folders", [folders.length, "working folders and roots of processes"], outside, "stands outside"),
    foundWall("open files", [open.length, "descriptors"], strange, "has what somebody left open outside"),
    foundWall(
      "environment",
      [variables.length, "variables"],
      variables.filter((name) => !known.has(name)),
      "has variables of outside",
    ),
    foundWall("terminal", [1, "terminal, /dev/tty, opened"], terminals, "has the terminal of whoever started it"),
    foundWall("keyrings", [2, "lists of the kernel's keys, read"], keys, "sees keys of outside"),
  ];
}

/** What can be changed of the machine. */
function machineWalls({ sight }: ProbeFacts): readonly Wall[] {
  const { mounts, changeable, tries, kernelFiles } = sight;
  const strange = changeable.filter((at) => !OWN_MOUNTS.has(at));
  return [
    foundWall(
      "kernel files",
      [tries, "files below /proc and /sys, opened for writing"],
      kernelFiles,
      "can open the kernel's files for writing",
    ),
    foundWall("mounts", [mounts, "mounts, for those that can be changed"], strange, "can change what is mounted at"),
  ];
}

/** Every wall, in the order in which a broken one is reported. */
export function wallsOf(facts: ProbeFacts): readonly Wall[] {
  const { sight, outside, filters } = facts;
  const { interfaces, namespaces, status } = sight;
  const wall = (name: string, holds: boolean, tried: string, why: string): Wall => ({ name, holds, tried, why });
  return [
    wall("own folder", facts.wroteInside, "a file written into it", "a command cannot write into its own folder"),
    wall(
      "other processes",
      !sight.canarySeen,
      "a word planted beside it, looked for in every environment",
      "a command sees the environment of processes outside",
    ),
    ...NAMESPACES.map((name, at) => {
      const inside = namespaces[at] ?? "";
      const holds = inside !== "" && inside !== outside[at];
      return wall(`${name} namespace`, holds, "compared with the driver's", `the ${name} namespace is not its own`);
    }),
    wall(
      "network",
      interfaces.join() === "lo",
      "interfaces listed",
      `a command has network interfaces: ${interfaces.join(", ") || "none, not even lo"}`,
    ),
    wall("folders beside", !facts.wroteBeside, "a file written there", "a command can write outside its folder"),
    wall(
      "system folders",
      !sight.wroteSystem,
      "a file written to /, /usr and /etc",
      "a command can write into system folders",
    ),
    ...machineWalls(facts),
    ...inheritedWalls(facts),
    wall(
      "new privileges",
      status.get("NoNewPrivs") === "1",
      "status read",
      "a command can gain rights by sudo and its like",
    ),
    wall("capabilities", /^0+$/.test(status.get("CapEff") ?? ""), "status read", "a command has capabilities"),
    wall(
      "system calls",
      !filters || status.get("Seccomp") === "2",
      filters ? "status read" : "none: there is no filter for this kind of processor",
      "no filter of system calls is in force",
    ),
  ];
}

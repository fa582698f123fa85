/** Says what a probe came to, and advises what to do where it failed. Pure. */

/** One part of the isolation. `tried`: what the probe did to get through; `why`: what was seen where it got through. */
export interface Wall {
  readonly name: string;
  readonly holds: boolean;
  readonly tried: string;
  readonly why: string;
}

/**
 * Whether this machine can isolate untrusted code; if not, what failed and what to do about it. `walls` is empty when
 * no command could be run inside.
 */
export type Probe =
  | { readonly kind: "bubblewrap"; readonly walls: readonly Wall[] }
  | { readonly kind: "none"; readonly walls: readonly Wall[]; readonly why: string; readonly advice: string };

/**
 * A wall that names what was found to get through it. One that looked at nothing did not look, and does not hold.
 */
export function foundWall(
  name: string,
  looked: readonly [count: number, what: string],
  found: readonly string[],
  can: string,
): Wall {
  const [count, what] = looked;
  const some = [...new Set(found)];
  const more = some.length > 3 ? ` and ${some.length - 3} more` : "";
  const why = count > 0 ? `a command ${can}: ${some.slice(0, 3).join(", ")}${more}` : `the probe saw no ${what}`;
  return { name, holds: count > 0 && some.length === 0, tried: `${count} ${what}`, why };
}

const BROKEN = "Report this with the output of `bwrap --version`; until then nothing is run here.";

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
  if (/unshare ENOENT/.test(output))
    return probeWithoutWalls(
      "root needs `unshare` and `mount`: they are not in PATH",
      "apt-get install util-linux mount",
    );
  if (/ENOENT|bwrap: not found/.test(output))
    return probeWithoutWalls("bubblewrap is not installed: there is no `bwrap` in PATH", "apt-get install bubblewrap");
  const advice = ADVICE.find(([pattern]) => pattern.test(output))?.[1] ?? BROKEN;
  return probeWithoutWalls(`bubblewrap cannot run a command: ${output.trim()}`, advice);
}

/** The result for a machine on which nothing can be tried. */
export function probeWithoutWalls(why: string, advice: string): Probe {
  return { kind: "none", walls: [], why, advice };
}

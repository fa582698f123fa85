/** What the probe's command must have seen, and what to do when it has not. Pure. */

/** Whether this machine can wall strangers' code in; if not, what failed and how to mend it. */
export type Probe = { readonly kind: "bubblewrap" } | { readonly kind: "none"; readonly why: string; readonly cure: string };

/** What the probe's command saw inside, and what was seen outside afterwards. */
export interface Facts {
  /** Names of the network interfaces inside. */
  readonly interfaces: readonly string[];
  /** `/proc/self/ns/<name>` inside and outside. */
  readonly namespaces: readonly { readonly name: string; readonly inside: string; readonly outside: string }[];
  /** The canary in another process's environment was found. */
  readonly canarySeen: boolean;
  /** A file written inside the folder arrived; one written beside it arrived; a system folder took one. */
  readonly wroteInside: boolean;
  readonly wroteBeside: boolean;
  readonly wroteSystem: boolean;
}

const BROKEN = "Report this with the output of `bwrap --version`; until then nothing is run here.";

/** The first part that does not hold; null when all of it holds. */
export function brokenWall(facts: Facts): string | null {
  const shared = facts.namespaces.find(({ inside, outside }) => inside === outside || inside === "");
  const checks: readonly (readonly [boolean, string])[] = [
    [!facts.wroteInside, "a command cannot write into its own folder"],
    [facts.canarySeen, "a command sees the environment of processes outside"],
    [shared !== undefined, `the ${shared?.name} namespace is not its own`],
    [facts.interfaces.join() !== "lo", `a command has network interfaces: ${facts.interfaces.join(", ") || "none, not even lo"}`],
    [facts.wroteBeside, "a command can write outside its folder"],
    [facts.wroteSystem, "a command can write into system folders"],
  ];
  return checks.find(([broken]) => broken)?.[1] ?? null;
}

/** The answer for walls that stood up but do not hold. */
export function leaking(why: string): Probe {
  return { kind: "none", why, cure: BROKEN };
}

const CURES: readonly (readonly [RegExp, string])[] = [
  [/Unknown option/i, "Install bubblewrap 0.8 or later (Debian 12, Ubuntu 24.04 and later have it)."],
  [/mount proc/i, "A container hides /proc here: start it with `--security-opt systempaths=unconfined`, or run on the machine itself."],
  [
    /namespace|uid map|RTM_NEWADDR|Operation not permitted|Permission denied/i,
    "The system forbids user namespaces: load an AppArmor profile that gives `userns` to /usr/bin/bwrap, or set `sysctl kernel.apparmor_restrict_unprivileged_userns=0` (Ubuntu 24.04), `kernel.unprivileged_userns_clone=1` (Debian), `user.max_user_namespaces` above 0.",
  ],
];

/** The answer for bubblewrap that could not run a command at all, by what it said. */
export function unable(said: string): Probe {
  if (/ENOENT/.test(said))
    return { kind: "none", why: "bubblewrap is not installed: there is no `bwrap` in PATH", cure: "apt-get install bubblewrap" };
  const cure = CURES.find(([pattern]) => pattern.test(said))?.[1] ?? BROKEN;
  return { kind: "none", why: `bubblewrap cannot run a command: ${said.trim()}`, cure };
}

/**
 * `loopwright doctor [--repo | --github <owner>/<name> | --live <owner>/<name>] [--json]`: prints which protections
 * work on this machine, and why others do not, with advice; with `--repo`, how the repository would be set up and
 * tested; with `--github`, what of its setup on GitHub is missing; with `--live`, what of our assumptions about GitHub
 * holds.
 */
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { type SandboxHealth, sandboxHealthOf } from "#adapters/sandbox/walls/health.ts";
import { examineRepository } from "#cli/local/repository-ways.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, NOT_REACHED } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { PROVIDERS, Provider } from "#core/config/providers.ts";
import { usualModels } from "#core/config/usual-models.ts";
import { type DoctorFinding, doctorPage, finding } from "#text/terminal/doctor-page.ts";

/** `engines` of package.json. */
function nodeFinding(version: string): DoctorFinding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  return finding("Node", fits, version, "install Node 20.19, 22.12 or later");
}

/** Warns where the user is root: a process that escapes the sandbox could do anything on the machine. */
function userFinding(isRoot: boolean): DoctorFinding {
  if (!isRoot) return finding("user", true, "not root");
  return finding("user", null, "ROOT: whoever gets through a wall has the whole machine", "run it as an ordinary user");
}

function programFindings({ git, bubblewrap }: SandboxHealth): readonly DoctorFinding[] {
  const [major = 0, minor = 0] = (git ?? "0").split(".").map(Number);
  const fits = major > 2 || (major === 2 && minor >= 38);
  return [
    finding("git", fits, git ?? "there is no `git` in PATH", "install git 2.38 or later"),
    finding(
      "bubblewrap",
      bubblewrap !== null,
      bubblewrap ?? "there is no `bwrap` in PATH",
      "apt-get install bubblewrap",
    ),
  ];
}

function wallFindings({ probe }: SandboxHealth): readonly DoctorFinding[] {
  const walls = probe.walls.map(({ name, holds, tried, why }) =>
    finding(`wall: ${name}`, holds, holds ? `holds; tried: ${tried}` : why),
  );
  return probe.kind === "none" ? [...walls, finding("sandbox", false, probe.why, probe.advice)] : walls;
}

function limitFindings({ limits, wayOut }: SandboxHealth, isRoot: boolean): readonly DoctorFinding[] {
  if (limits === null) return [];
  const [processes, open, file] = limits;
  const { memory, disk, files } = PROCESS_LIMITS;
  const gib = (bytes: number): string => `${bytes / 1024 ** 3} GiB`;
  const byKernel = isRoot ? "the kernel's own limit does not hold for root" : `${processes} by the kernel`;
  const watched = `${PROCESS_LIMITS.processes}, watched by the driver; ${byKernel}`;
  return [
    finding("limit: processes", isRoot ? null : true, watched),
    finding("limit: open files", true, open),
    finding("limit: file size", true, gib(Number(file) * 512)),
    finding("limit: memory", true, `${gib(memory)}, watched by the driver`),
    finding("limit: disk", true, `${gib(disk)} and ${files} files a command, watched by the driver`),
    finding(
      "setup's network",
      wayOut === true,
      wayOut === true ? "by the proxy alone" : "a setup command does not reach the proxy",
    ),
  ];
}

/** Tells whether a key, or its substitute, is set; never its value. */
function keyFindings(env: Terminal["env"]): readonly DoctorFinding[] {
  const names = Object.values(PROVIDERS).flatMap(({ key, federation }) => [
    key,
    ...(federation ? [federation.rule] : []),
  ]);
  return names.map((name) => finding(name, env[name] ? true : null, env[name] ? "is set" : "is not set"));
}

/** Tells which models stand behind the tiers here, where the configuration names none. */
function modelsFinding(env: Terminal["env"]): DoctorFinding {
  const keys = Provider.options.filter((provider) => {
    const { key, federation } = PROVIDERS[provider];
    return Boolean(env[key] || (federation && env[federation.rule]));
  });
  const { best, balanced, fast } = usualModels(keys);
  const says = `best ${best}, balanced ${balanced}, fast ${fast}, unless the configuration says otherwise`;
  const advice = Object.values(PROVIDERS).map(({ key }) => key);
  return finding("models", keys.length > 0 ? true : null, says, `set ${advice.join(" or ")}`);
}

/**
 * Exit code 0 when a run would be sandboxed here; with `--repo`, when the programs of some way are here; with
 * `--github`, when nothing is missing there; with `--live`, when GitHub does what we assume.
 */
export async function examine(args: Arguments, terminal: Terminal): Promise<number> {
  // Loaded where it is needed: no other command of the command line asks GitHub.
  if (args.value("live") !== undefined) return (await import("./doctor-live.ts")).examineLive(args, terminal);
  if (args.value("github") !== undefined) return (await import("./doctor-github.ts")).examineSetup(args, terminal);
  if (args.has("repo")) return examineRepository(args, terminal);
  const { env, hostFile, print } = terminal;
  const health = await sandboxHealthOf(hostFile);
  const sandboxed = health.probe.kind === "bubblewrap";
  const isRoot = process.geteuid?.() === 0;
  const findings = [
    userFinding(isRoot),
    nodeFinding(process.versions.node),
    ...programFindings(health),
    ...wallFindings(health),
    ...limitFindings(health, isRoot),
    ...keyFindings(env),
    modelsFinding(env),
  ];
  print(args.has("json") ? JSON.stringify({ sandboxed, findings }, null, 2) : doctorPage(findings, sandboxed));
  return sandboxed ? DONE : NOT_REACHED;
}

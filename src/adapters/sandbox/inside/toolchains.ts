/** Finds what a sandbox must mount beside the system's folders: the toolchains in PATH, and Node itself. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { USUAL } from "./inner-place.ts";
import { inside, type Mount, SYSTEM } from "./system-folders.ts";

/** Node's path inside, the PATH inside, and the mounts for both. */
export interface SandboxMachine {
  readonly node: string;
  readonly path: string;
  readonly mounts: readonly Mount[];
}

/** Tools that are directly in the home folder and keep nothing private beside their programs. */
const TOOL_HOMES = new Set([".asdf", ".bun", ".deno", ".nodenv", ".nvm", ".pyenv", ".rbenv", ".sdkman", ".volta"]);

const shown = (path: string): boolean => SYSTEM.some((folder) => inside(path, folder));

/** The folder behind all links; null when it is missing, not accessible, or no folder. */
function realFolder(path: string): string | null {
  try {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? real : null;
  } catch {
    return null;
  }
}

/** The home folder around a path: ours, or one at a usual place; null when there is none. */
function homeAround(path: string, home: string): string | null {
  return inside(path, home) ? home : (/^(\/home\/[^/]+|\/root)(?=\/|$)/.exec(path)?.[0] ?? null);
}

/**
 * True for a prefix with libraries that is deep enough not to be a person's collection of private files, and is no
 * clone that may hold a token.
 */
function isToolchain(prefix: string, around: string | null): boolean {
  const steps = relative(around ?? "/", prefix).split("/");
  if (around !== null && steps.length === 1) return TOOL_HOMES.has(steps[0] ?? "");
  return (
    steps.length > 1 &&
    !existsSync(join(prefix, ".git")) &&
    ["lib", "libexec"].some((name) => existsSync(join(prefix, name)))
  );
}

/**
 * The folder to mount for the programs in `bin`: the prefix that holds their libraries too where it is a toolchain,
 * else the folder of programs alone (`~/.local`, `~/.cargo`, a project may hold keys and tokens). Null when that would
 * show a home folder.
 */
export function toolchainFolder(bin: string, home: string): string | null {
  const around = homeAround(bin, home);
  if (bin === "/" || bin === around || inside(home, bin)) return null;
  const prefix = dirname(bin);
  return !inside(home, prefix) && isToolchain(prefix, around) ? prefix : bin;
}

/** rustup's programs look for their toolchains below HOME, which is another one inside. */
function rustup(bin: string, inner: string): readonly Mount[] {
  const source = join(dirname(dirname(bin)), ".rustup");
  return bin.endsWith("/.cargo/bin") && existsSync(source) ? [{ source, target: `${inner}/.rustup` }] : [];
}

/** The driver's HOME, and the one inside. */
type Homes = Readonly<Record<"home" | "inner", string>>;

function mountsFor(bin: string, { home, inner }: Homes): readonly Mount[] {
  if (shown(bin)) return [];
  const folder = toolchainFolder(bin, home);
  return folder === null ? [] : [{ source: folder, target: folder }, ...rustup(bin, inner)];
}

/** A program in a folder that may not be mounted is mounted by itself. */
function nodeMounts(node: string, homes: Homes): readonly Mount[] {
  const mounts = mountsFor(dirname(node), homes);
  return mounts.length > 0 || shown(node) ? mounts : [{ source: node, target: node }];
}

/**
 * Mounts in order of depth, each once and none below another: a later mount would hide an earlier one or be refused.
 */
function distinct(mounts: readonly Mount[]): readonly Mount[] {
  const sorted = [...mounts].sort((a, b) => a.target.length - b.target.length);
  const kept: Mount[] = [];
  for (const mount of sorted) if (!kept.some(({ target }) => inside(mount.target, target))) kept.push(mount);
  return kept;
}

/**
 * Reads the driver's PATH, HOME and own program; `inner` is HOME inside. Left out of PATH: relative entries, missing
 * folders, and `node_modules/.bin` (npm adds the driver's own). Reads the disk; changes nothing; throws only when
 * Node's own program is gone.
 */
export function sandboxMachineOf(
  environment: Readonly<Record<string, string | undefined>>,
  program: string,
  inner = USUAL.home,
): SandboxMachine {
  const home = realFolder(environment["HOME"] ?? "/root") ?? "/root";
  const node = realpathSync(program);
  const bins = (environment["PATH"] ?? "").split(":").flatMap((entry) => {
    const real = isAbsolute(entry) ? realFolder(entry) : null;
    if (real === null || basename(real) === ".bin") return [];
    return shown(real) || toolchainFolder(real, home) !== null ? [real] : [];
  });
  const path = [...new Set([...bins, dirname(node), "/usr/local/bin", "/usr/bin", "/bin"])];
  return {
    node,
    path: path.join(":"),
    mounts: distinct([...bins.flatMap((bin) => mountsFor(bin, { home, inner })), ...nodeMounts(node, { home, inner })]),
  };
}

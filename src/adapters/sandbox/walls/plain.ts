/**
 * Runs commands without a sandbox, as plain child processes, because the configuration says so or the machine has none.
 * Same environment, same limits, no isolation.
 */
import { existsSync } from "node:fs";
import { mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { Sandbox } from "#adapters/sandbox/host/sandbox.ts";
import { OPERATION_TIME, toolHost } from "#adapters/sandbox/host/tool-host.ts";
import { checkedCommand } from "#adapters/sandbox/process/checked-command.ts";
import { commandEnvironment } from "#adapters/sandbox/process/environment.ts";
import { runBounded } from "#adapters/sandbox/process/spawn.ts";
import type { SandboxOptions } from "./bubblewrap-sandbox.ts";

/**
 * Runs `work` with a new folder that is HOME and TMPDIR, and removes it afterwards. rustup's programs find their
 * toolchains in it, as they do in the sandbox.
 */
async function withFreshHome<T>(work: (home: string) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), "loopwright-home-"));
  try {
    const toolchains = join(homedir(), ".rustup");
    if (existsSync(toolchains)) await symlink(toolchains, join(home, ".rustup"));
    return await work(home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/**
 * Does what `Sandbox` says and nothing more: a command can read what the user can, has the network, and one that leaves
 * its process group (`setsid`) may outlive its call. HOME and TMPDIR are new for every command; `/tmp` is the
 * machine's.
 */
export function plainSandbox({ hostFile, limits }: SandboxOptions): Sandbox {
  return {
    kind: "none",
    host: async (folder) => {
      const root = await realpath(folder);
      const environment = commandEnvironment(process.env, { home: root, temporary: tmpdir() });
      return toolHost(
        {
          file: process.execPath,
          arguments: [hostFile, root],
          folder: root,
          environment,
          reports: false,
          filter: null,
        },
        OPERATION_TIME,
      );
    },
    canUnderlay: () => Promise.resolve(false),
    run: (folder, command, { timeout, signal, elsewhere, output }) =>
      withFreshHome(async (home) => {
        const environment = commandEnvironment(process.env, { home, temporary: home }, elsewhere);
        const launch = {
          file: "/bin/sh",
          arguments: ["-c", checkedCommand(command)],
          folder,
          environment,
          reports: false,
          filter: null,
        };
        const { report: _, ...result } = await runBounded(launch, { timeout, signal, output, limits, fills: folder });
        return { ...result, folder: await realpath(folder) };
      }),
  };
}

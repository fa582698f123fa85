/** One sandbox for all cases of a file: a folder, its tool host, and commands in the walls. */
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "vitest";
import type { Host, RunOptions } from "#adapters/sandbox/host/sandbox.ts";
import { INTERNET, type OutwardNetwork } from "#adapters/sandbox/network/egress.ts";
import { PROCESS_LIMITS, type ProcessLimits } from "#adapters/sandbox/process/limits.ts";
import { bubblewrapSandbox } from "#adapters/sandbox/walls/bubblewrap-sandbox.ts";
import { probeSandbox } from "#adapters/sandbox/walls/probe.ts";
import type { ExecResult } from "#ports/tool-access.ts";
import { HOST_FILE, options } from "../../adapters/sandbox/sandboxes.ts";

export interface Den {
  readonly folder: string;
  /** A folder of the machine that nothing inside may see. */
  readonly outside: string;
  readonly host: Host;
  /** A command in the walls. */
  readonly run: (command: string, given?: Partial<RunOptions>) => Promise<ExecResult>;
  readonly close: () => Promise<void>;
}

const probe = await probeSandbox();

/** Empty where bubblewrap can run a command, be its walls good or bad: bad ones must show. Else the reason, for the titles of skipped tests. */
export const NO_WALLS = probe.kind === "none" && probe.walls.length === 0 ? ` [skipped, no sandbox here: ${probe.why}]` : "";

/** A den with these limits, and what lies behind the way out of its setup commands. Whoever makes it closes it. */
export async function aDen(limits: ProcessLimits = PROCESS_LIMITS, outward: OutwardNetwork = INTERNET): Promise<Den> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "loopwright-den-")));
  const [folder, outside] = await Promise.all(["inside", "outside"].map((name) => mkdtemp(join(base, `${name}-`))));
  if (folder === undefined || outside === undefined) throw new Error("bug: two folders were made");
  const sandbox = bubblewrapSandbox({ hostFile: HOST_FILE, limits }, outward);
  const host = await sandbox.host(folder);
  return {
    folder,
    outside,
    host,
    run: (command, given = {}) => sandbox.run(folder, command, options(given)),
    close: async () => {
      await host.close();
      await rm(base, { recursive: true, force: true });
    },
  };
}

/** A test that needs the walls; skipped where the machine has none, with the reason in its title. */
export const walled = (title: string, work: () => Promise<void> | void): void => it.skipIf(NO_WALLS !== "")(`${title}${NO_WALLS}`, work);

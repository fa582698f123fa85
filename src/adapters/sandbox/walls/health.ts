/**
 * Reports what this machine has for a sandbox: versions, limits, the proxy of setup commands. For `loopwright doctor`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Network } from "#adapters/sandbox/host/sandbox.ts";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { runBounded } from "#adapters/sandbox/process/spawn.ts";
import { Failure } from "#ports/failure.ts";
import { bubblewrapSandbox } from "./bubblewrap-sandbox.ts";
import { probeSandbox } from "./probe.ts";
import type { Probe } from "./probe-facts.ts";

export interface SandboxHealth {
  readonly probe: Probe;
  /** The version that a program reports; null when it cannot be started. */
  readonly git: string | null;
  readonly bubblewrap: string | null;
  /**
   * The limits that a command sees inside: processes, open files, size of a file in units of 512 bytes; null without a
   * sandbox.
   */
  readonly limits: readonly [processes: string, open: string, file: string] | null;
  /** True when a setup command reached our proxy and was refused a host that is not allowed; null without a sandbox. */
  readonly wayOut: boolean | null;
}

const TIME = 15_000;

async function versionOf(file: string): Promise<string | null> {
  const launch = {
    file,
    arguments: ["--version"],
    folder: "/",
    environment: { PATH: process.env["PATH"] ?? "" },
    reports: false,
    filter: null,
  };
  try {
    const bounds = { timeout: TIME, signal: new AbortController().signal, limits: PROCESS_LIMITS, fills: tmpdir() };
    return /\b\d{1,6}(\.\d{1,6})+/.exec((await runBounded(launch, bounds)).stdout)?.[0] ?? null;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** Asks the proxy for a host that is not allowed, and prints the status of its answer. */
const ASK = [
  `node -e 'require("node:net").connect(new URL(process.env.HTTPS_PROXY).port, "127.0.0.1")`,
  `.on("data", (data) => console.log(String(data).slice(9, 12)))`,
  `.write("CONNECT nowhere.invalid:443 HTTP/1.1\\r\\n\\r\\n")'`,
].join("");

/**
 * Tries everything. `hostFile`: absolute path of `tool-host.mjs`. Takes about a second; leaves nothing behind. Never
 * throws for an unsuitable machine.
 */
export async function sandboxHealthOf(hostFile: string): Promise<SandboxHealth> {
  const [probe, git, bubblewrap] = await Promise.all([probeSandbox(), versionOf("git"), versionOf("bwrap")]);
  if (probe.kind === "none") return { probe, git, bubblewrap, limits: null, wayOut: null };
  const folder = await mkdtemp(join(tmpdir(), "loopwright-doctor-"));
  const sandbox = bubblewrapSandbox({ hostFile, limits: PROCESS_LIMITS });
  const say = async (command: string, network: Network): Promise<string> =>
    (
      await sandbox.run(folder, command, { timeout: TIME, signal: new AbortController().signal, network })
    ).stdout.trim();
  try {
    const [processes = "", open = "", file = ""] = (
      await say("ulimit -p 2>/dev/null || ulimit -u; ulimit -n; ulimit -f", "none")
    ).split("\n");
    const refused: string[] = [];
    const answered = await say(ASK, { hosts: [], onRefused: (host) => void refused.push(host) });
    return {
      probe,
      git,
      bubblewrap,
      limits: [processes, open, file],
      wayOut: answered === "403" && refused.length === 1,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

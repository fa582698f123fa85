/**
 * A driver of its own, so that somebody can start it with descriptors left open. Arguments: kind of sandbox, what to look from,
 * the folder, the built tool host. Says what is open in this process, then what a command or a host has open.
 */
import { readdirSync, readlinkSync } from "node:fs";
import type { Network } from "#adapters/sandbox/host/sandbox.ts";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { familyOf } from "#adapters/sandbox/process/process-family.ts";
import { bubblewrapSandbox } from "#adapters/sandbox/walls/bubblewrap-sandbox.ts";
import { plainSandbox } from "#adapters/sandbox/walls/plain.ts";

const [kind = "", from = "", folder = "", hostFile = ""] = process.argv.slice(2);
const sandbox = (kind === "plain" ? plainSandbox : bubblewrapSandbox)({ hostFile, limits: PROCESS_LIMITS });
const EGRESS: Network = { hosts: [], onRefused: () => undefined };

/** By every way in: what is listed, what is read, what lies beside and above. Without walls the first process is the machine's. */
const LOOK = `ls -l /proc/$$/fd ${kind === "plain" ? "" : "/proc/1/fd"}
for open in 9 33 200; do
  cat /proc/self/fd/$open; ls -a /proc/self/fd/$open/ /proc/self/fd/$open/.. /proc/self/fd/$open/../..
done`;

/** As `ls -l` would say it. */
function openIn(pid: number): readonly string[] {
  return readdirSync(`/proc/${pid}/fd`).map((fd) => `${fd} -> ${readlinkSync(`/proc/${pid}/fd/${fd}`)}`);
}

async function seen(): Promise<string> {
  if (from === "host") {
    const host = await sandbox.host(folder);
    await host.inventory();
    const others = familyOf(process.pid, []).filter(({ pid }) => pid !== process.pid);
    const open = others.flatMap(({ pid }) => openIn(pid));
    await host.close();
    return open.join("\n");
  }
  const network = from === "setup" ? EGRESS : "none";
  const { stdout, stderr } = await sandbox.run(folder, LOOK, { timeout: 20_000, signal: new AbortController().signal, network });
  return stdout + stderr;
}

const own = [9, 33, 200].map((fd) => readlinkSync(`/proc/self/fd/${fd}`));
process.stdout.write(JSON.stringify({ own, seen: await seen() }));

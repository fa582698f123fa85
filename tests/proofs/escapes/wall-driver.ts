/** A driver that others start with things left open: runs both looks in every way in which strangers' code is run, and says what they saw. */
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Network } from "#adapters/sandbox/host/sandbox.ts";
import { placeFor } from "#adapters/sandbox/inside/inner-place.ts";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { familyOf } from "#adapters/sandbox/process/process-family.ts";
import { bubblewrapSandbox } from "#adapters/sandbox/walls/bubblewrap-sandbox.ts";
import { TAKEN_OUT, type WallTakenOut } from "../../adapters/sandbox/walls/taken-out.ts";
import { KERNEL_LOOK, MOUNT_LOOK } from "./kernel-look.ts";
import { OPEN_LOOK } from "./open-look.ts";

/** `folder`: its own. `shared`: the key of the starter's memory. `without`: the wall that is not there. */
export interface DriverTask {
  readonly folder: string;
  readonly hostFile: string;
  readonly canary: string;
  readonly shared: number;
  readonly without: WallTakenOut | null;
}

/** keyctl by its number: no program for it is on every machine. */
const KEYCTL = process.arch === "arm64" ? 219 : 250;

interface Way {
  readonly name: string;
  readonly network: Network;
  readonly elsewhere: boolean;
}

const WAYS: readonly Way[] = [
  { name: "a command", network: "none", elsewhere: false },
  { name: "a command elsewhere", network: "none", elsewhere: true },
  { name: "setup", network: { hosts: [], onRefused: () => undefined }, elsewhere: false },
  { name: "setup with the whole network", network: "open", elsewhere: false },
];

const sandboxOf = ({ hostFile, without }: DriverTask): ReturnType<typeof bubblewrapSandbox> =>
  bubblewrapSandbox({ hostFile, limits: PROCESS_LIMITS, ...(without === null ? {} : { arrange: TAKEN_OUT[without] }) });

/** Throws where a look did not come to its end: one that broke off saw nothing. */
async function looked(task: DriverTask, way: Way): Promise<readonly string[]> {
  const { network, elsewhere } = way;
  const folder = join(task.folder, way.name.replaceAll(" ", "-"));
  mkdirSync(folder);
  const place = placeFor(elsewhere);
  const words = [task.canary, place.folder, task.shared, KEYCTL, Number(network !== "open"), Number(typeof network === "object")];
  writeFileSync(join(folder, "kernel.cjs"), KERNEL_LOOK);
  writeFileSync(join(folder, "open.pl"), OPEN_LOOK);
  writeFileSync(join(folder, "mounts.sh"), MOUNT_LOOK);
  const command = `perl -e "$(cat open.pl)" ${words.join(" ")} && node kernel.cjs && sh mounts.sh; echo "ended $?"`;
  const options = { timeout: 60_000, signal: new AbortController().signal, network, elsewhere };
  const { stdout, stderr } = await sandboxOf(task).run(folder, command, options);
  if (!/^ended [01]$/m.test(stdout) || !stdout.includes("namespaces entered"))
    throw new Error(`the look of ${way.name} did not end: ${stderr}${stdout.slice(-500)}`);
  return stdout.split("\n").map((line) => line.replace("through ", `through ${way.name}: `));
}

/** What the processes of a file host have open of the starter's, seen from outside: nothing inside asks for it. */
async function hosted(task: DriverTask): Promise<readonly string[]> {
  const host = await sandboxOf(task).host(task.folder);
  try {
    await host.inventory();
    const others = familyOf(process.pid, []).filter(({ pid }) => pid !== process.pid);
    const open = others.flatMap(({ pid }) => readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`)));
    const seen = open.filter((target) => target.includes("left-open") || target === "/usr");
    return [`tried ${open.length} descriptors`, ...seen.map((target) => `through a file host: descriptors: ${target}`)];
  } finally {
    await host.close();
  }
}

/** Prints all that was seen, one line each. With a wall taken out one way is enough: it is the same launch. */
export async function driveWalls(task: DriverTask): Promise<void> {
  const ways = task.without === null ? WAYS : WAYS.slice(0, 1);
  const lines: string[] = [];
  for (const way of ways) lines.push(...(await looked(task, way)));
  if (task.without === null) lines.push(...(await hosted(task)));
  process.stdout.write(`${lines.filter((line) => /^(tried|through) /.test(line)).join("\n")}\n`);
}

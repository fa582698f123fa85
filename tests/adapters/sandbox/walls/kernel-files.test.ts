/** The kernel's files below /proc and /sys: no command can open or change one, not even where the driver is root. */
import { spawn } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { bubblewrapSandbox } from "#adapters/sandbox/walls/bubblewrap-sandbox.ts";
import { kernelFiles } from "#adapters/sandbox/walls/kernel-files.ts";
import { plainSandbox } from "#adapters/sandbox/walls/plain.ts";
import { freshFolder, HOST_FILE, NO_WALLS, options } from "../sandboxes.ts";

const walled = bubblewrapSandbox({ hostFile: HOST_FILE, limits: PROCESS_LIMITS });
const open = plainSandbox({ hostFile: HOST_FILE, limits: PROCESS_LIMITS });

const PATTERN = "/proc/sys/kernel/core_pattern";

/** Opens every file for writing and writes nothing; gives each the mode that it has. Tells how many there are, and which it could. */
const LOOK = `
const fs = require("node:fs");
const can = (work) => { try { work(); return true; } catch { return false; } };
const below = (path) => {
  const { mode } = fs.lstatSync(path);
  const kind = mode & fs.constants.S_IFMT;
  if (kind === fs.constants.S_IFLNK) return [];
  const names = kind === fs.constants.S_IFDIR && can(() => fs.readdirSync(path)) ? fs.readdirSync(path) : [];
  const inner = names.filter((name) => path !== "/proc" || !/^[0-9]/.test(name)).map((name) => path + "/" + name);
  return [{ path, mode, isFile: kind === fs.constants.S_IFREG }, ...inner.flatMap(below)];
};
const all = ["/proc", "/sys"].filter((path) => fs.existsSync(path)).flatMap(below).slice(1);
const open = (path) => fs.closeSync(fs.openSync(path, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK));
const opened = all.filter(({ path, isFile }) => isFile && can(() => open(path)));
const changed = all.filter(({ path, mode }) => can(() => fs.chmodSync(path, mode & 0o7777)));
console.log(JSON.stringify([all.length, opened.map(({ path }) => path), changed.map(({ path }) => path)]));
`;

/** Whether this process could. Root on most machines, nobody else. */
function couldOpen(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

it.skipIf(NO_WALLS !== "")(`can be seen, and neither opened for writing nor given another mode${NO_WALLS}`, async () => {
  const folder = await freshFolder();
  await writeFile(join(folder, "look.cjs"), LOOK);
  const { stdout, stderr } = await walled.run(folder, "node look.cjs", options());
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual([expect.any(Number), [], []]);
  expect(JSON.parse(stdout)[0]).toBeGreaterThan(100);
});

it("the control: without walls a command opens what the driver can", async () => {
  const { exitCode } = await open.run(await freshFolder(), `true >> ${PATTERN}`, options());
  expect(exitCode === 0).toBe(couldOpen(PATTERN));
});

it.skipIf(NO_WALLS !== "")(`a process may still say about itself what it may${NO_WALLS}`, async () => {
  const say = "echo 700 > /proc/self/oom_score_adj; printf here > /proc/$$/comm; cat /proc/self/oom_score_adj /proc/$$/comm";
  const { stdout, stderr } = await walled.run(await freshFolder(), `${say}; cat /proc/sys/kernel/ostype`, options());
  expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^\d+\nhere\nLinux\n$/), stderr: "" });
});

it.skipIf(NO_WALLS !== "")(`no lock that somebody outside holds is told${NO_WALLS}`, async () => {
  const folder = await freshFolder();
  const holder = spawn("/bin/sh", ["-c", `exec flock "${join(folder, "lock")}" sleep 30`], { stdio: "ignore" });
  onTestFinished(() => void holder.kill("SIGKILL"));
  await expect.poll(() => readFileSync("/proc/locks", "utf8")).toContain(`${holder.pid} `);
  expect((await walled.run(folder, "cat /proc/locks", options())).stdout).toBe("");
});

it("lists them while processes begin and end beside it", async () => {
  const churn = [1, 2, 3].map(() => spawn("sh", ["-c", "while :; do /bin/true & done"], { stdio: "ignore" }));
  onTestFinished(() => churn.forEach((shell) => void shell.kill("SIGKILL")));
  const [first] = churn;
  await new Promise((resolve) => first?.once("spawn", resolve));
  const lists = new Set<string>();
  for (let count = 0; count < 600; count++) {
    lists.add(JSON.stringify(kernelFiles()));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect([lists.size, [...lists].join()]).toEqual([1, expect.stringContaining('"/proc/sys"')]);
});

/** The kernel's files below /proc and /sys: no command can open or change one, not even where the driver is root. */
import { spawn } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { bubblewrapSandbox } from "#adapters/sandbox/walls/bubblewrap-sandbox.ts";
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
  const own = path !== "/proc" ? names : names.filter((name) => !/^[0-9]/.test(name) || name === String(process.pid) || name === "1");
  const isFile = kind === fs.constants.S_IFREG;
  return [{ path, mode, isFile }, ...own.map((name) => path + "/" + name).flatMap((one) => (can(() => fs.lstatSync(one)) ? below(one) : []))];
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

/** The machine's device nodes are open to everybody, and belong to root: also as what is open already. */
const MODES = `for node in /dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty /proc/1/fd/* /proc/$$/fd/*; do
  case "$(stat -Lc %F "$node" 2>/dev/null)" in "character special file") echo "$node"; chmod 666 "$node";; esac
done`;

it.skipIf(NO_WALLS !== "")(`the machine's device nodes keep their mode, and can be used${NO_WALLS}`, async () => {
  const use = `${MODES}; head -c 3 /dev/urandom | wc -c; echo x > /dev/null && echo used`;
  const { stdout, stderr } = await walled.run(await freshFolder(), use, options());
  expect(stdout).toMatch(/\/dev\/null\n[\s\S]*\/dev\/tty\n[\s\S]*3\nused\n$/);
  const refused = stderr.match(/^chmod: .*(Read-only file system|Operation not permitted)$/gm) ?? [];
  expect(refused.length).toBe(stdout.split("\n").filter((line) => line.startsWith("/")).length);
});

it("the control: without walls a command opens what the driver can", async () => {
  const { exitCode } = await open.run(await freshFolder(), `true >> ${PATTERN}`, options());
  expect(exitCode === 0).toBe(couldOpen(PATTERN));
});

it.skipIf(NO_WALLS !== "")(`hold with the whole network too, where the machine's own network has files${NO_WALLS}`, async () => {
  const look = "find /proc/self/net/ -type f | while read -r at; do { true >> $at; } 2>/dev/null && echo $at; done; ls /proc/self/net/dev";
  expect((await walled.run(await freshFolder(), look, options({ network: "open" }))).stdout).toBe("/proc/self/net/dev\n");
});

it.skipIf(NO_WALLS !== "")(`a process sees what it may, and says nothing there, not even about itself${NO_WALLS}`, async () => {
  const say = "echo 700 > /proc/self/oom_score_adj; cat /proc/sys/kernel/ostype";
  const { stdout, stderr } = await walled.run(await freshFolder(), say, options());
  expect({ stdout, stderr }).toEqual({ stdout: "Linux\n", stderr: expect.stringContaining("Read-only file system") });
});

it.skipIf(NO_WALLS !== "")(`no lock that somebody outside holds is told${NO_WALLS}`, async () => {
  const folder = await freshFolder();
  const holder = spawn("/bin/sh", ["-c", `exec flock "${join(folder, "lock")}" sleep 30`], { stdio: "ignore" });
  onTestFinished(() => void holder.kill("SIGKILL"));
  await expect.poll(() => readFileSync("/proc/locks", "utf8")).toContain(`${holder.pid} `);
  expect((await walled.run(folder, "cat /proc/locks", options())).stdout).toBe("");
});

/** What only walls can promise, each with the same thing tried without them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { bubblewrapSandbox } from "#adapters/sandbox/walls/bubblewrap-sandbox.ts";
import { plainSandbox } from "#adapters/sandbox/walls/plain.ts";
import { Failure } from "#ports/failure.ts";
import { freshFolder, HOST_FILE, killMarked, lives, NO_WALLS, options } from "../sandboxes.ts";

const walled = bubblewrapSandbox({ hostFile: HOST_FILE, limits: PROCESS_LIMITS });
const open = plainSandbox({ hostFile: HOST_FILE, limits: PROCESS_LIMITS });

const walls = (title: string, work: () => Promise<void>): void => it.skipIf(NO_WALLS !== "")(`${title}${NO_WALLS}`, work);

walls("hides every secret of the environment of other processes; without walls it is seen", async () => {
  const canary = `canary-${Math.random()}`;
  process.env["LOOPWRIGHT_CANARY"] = canary;
  const holder = spawn("sleep", ["20"], { env: { PATH: process.env["PATH"], SECRET: canary }, stdio: "ignore" });
  onTestFinished(() => {
    delete process.env["LOOPWRIGHT_CANARY"];
    holder.kill("SIGKILL");
  });
  const folder = await freshFolder();
  const look = "for file in /proc/[0-9]*/environ; do tr '\\0' '\\n' < $file; done 2>/dev/null; env";
  const [hidden, seen] = [await walled.run(folder, look, options()), await open.run(folder, look, options())];
  expect(hidden.stdout).toContain("CI=true");
  expect(hidden.stdout).not.toContain(canary);
  expect(seen.stdout).toContain(canary);
});

walls("shows a command its own processes only, and gives it no power", async () => {
  const { stdout } = await walled.run(
    await freshFolder(),
    "ls /proc | grep -c '^[0-9]'; grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status; unshare -Ur true || echo refused",
    options(),
  );
  expect(Number(stdout.split("\n")[0])).toBeLessThan(8);
  expect(stdout).toMatch(/CapEff:\t0{16}\nCapBnd:\t0{16}\nNoNewPrivs:\t1\nrefused/);
});

walls("has no network in a command, and all of it where it is open", async () => {
  const server = createServer((_, response) => response.end("hello"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const call = `node -e 'fetch("http://127.0.0.1:${port}").then((answer) => answer.text()).then(console.log, (error) => console.log(error.cause.code))'`;
  const folder = await freshFolder();
  expect((await walled.run(folder, call, options({ network: "open" }))).stdout).toBe("hello\n");
  expect((await walled.run(folder, call, options())).stdout).toBe("ECONNREFUSED\n");
  expect((await walled.run(folder, "tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '", options())).stdout).toBe("lo\n");
});

walls("writes nowhere but into the folder", async () => {
  const [folder, beside] = [await freshFolder(), await freshFolder()];
  const mark = `loopwright-mark-${Math.random()}`;
  const places = ["/", "/usr", "/usr/local/bin", "/etc", "/opt", "/var/tmp", "/run", "/dev", "/proc/sys/kernel", "/workspace/..", beside];
  const attempt = `for place in ${places.join(" ")}; do (mkdir -p $place; echo x > $place/${mark}) 2>/dev/null && echo "wrote $place"; done; echo x > /tmp/${mark}; echo x > /dev/shm/${mark}; echo x > here; pwd`;
  // Below /tmp anything can be made, but it is a /tmp of its own.
  expect((await walled.run(folder, attempt, options())).stdout.replace(`wrote ${beside}\n`, "")).toBe("/workspace\n");
  expect([...places, "/tmp", "/dev/shm"].filter((place) => existsSync(join(place, mark)))).toEqual([]);
  expect(readdirSync(folder)).toEqual(["here"]);
});

walls("shows nothing of homes, services, sockets, runner files or the host's program", async () => {
  const { stdout } = await walled.run(
    await freshFolder(),
    "ls -A /home /root /run /var /sys /mnt /srv /loopwright /etc/shadow /etc/ssl/private /var/run/docker.sock 2>/dev/null | grep -v ':$' | grep .",
    options(),
  );
  // Only folders on the way to a toolchain that PATH names may be there.
  const toolFolders = new Set((process.env["PATH"] ?? "").split(/[:/]/));
  expect(
    stdout
      .trim()
      .split("\n")
      .filter((name) => name !== "" && name !== "tmp" && !toolFolders.has(name)),
  ).toEqual([]);
});

walls("lets no process outlive its command, not even in a session of its own; without walls one does", async () => {
  const mark = `76${Math.floor(Math.random() * 1e6)}`;
  const folder = await freshFolder();
  const leave = `setsid sh -c 'sleep ${mark}' >/dev/null 2>&1 & (setsid sleep ${mark} &) ; sleep 0.3; echo left`;
  expect(await walled.run(folder, leave, options())).toMatchObject({ exitCode: 0, stdout: "left\n" });
  expect(lives(mark)).toBe(false);
  expect(await open.run(folder, leave, options())).toMatchObject({ exitCode: 0 });
  expect(lives(mark)).toBe(true);
  killMarked(mark);
});

walls("survives a command that kills all it can", async () => {
  const folder = await freshFolder();
  const host = await walled.host(folder);
  onTestFinished(() => host.close());
  await host.write("a", "still here");
  const own = `[ "$(readlink /proc/self/ns/pid)" != "${readlinkSync("/proc/self/ns/pid")}" ] || exit 9`;
  await walled.run(folder, `${own}; kill -9 1; kill -9 -1; kill -STOP ${process.pid}; kill -9 ${process.ppid}`, options());
  expect(await host.read("a")).toBe("still here");
});

walls("bounds what lies in memory as a file", async () => {
  const { stdout } = await walled.run(await freshFolder(), "df -k --output=size /tmp /dev/shm | tail -n 2", options());
  expect(stdout.trim().split(/\s+/)).toEqual(["1048576", "1048576"]);
});

walls("bounds processes in the kernel too, for everybody but root", async () => {
  const { stdout } = await walled.run(await freshFolder(), "ulimit -p 2>/dev/null || ulimit -u", options());
  expect(Number(stdout)).toBe(2 * PROCESS_LIMITS.processes);
});

const ROOT = process.getuid?.() === 0 ? " [skipped: the kernel's bound does not hold for root]" : "";

it.skipIf(NO_WALLS + ROOT !== "")(`ends a fork bomb and all its children${NO_WALLS}${ROOT}`, async () => {
  const mark = `bomb_${Math.floor(Math.random() * 1e6)}`;
  const small = bubblewrapSandbox({ hostFile: HOST_FILE, limits: { ...PROCESS_LIMITS, processes: 100 } });
  const result = await small.run(await freshFolder(), `${mark}() { sleep 0.02; ${mark} | ${mark} & }; ${mark}; sleep 15`, options());
  expect(result).toMatchObject({ exitCode: null, killed: "memory" });
  expect(lives(mark)).toBe(false);
});

walls("tells a wall that does not stand from a command that says so", async () => {
  const folder = await freshFolder();
  await expect(walled.run(join(folder, "none"), "true", options())).rejects.toThrow(Failure);
  const host = await walled.host(join(folder, "none"));
  await expect(host.read("a")).rejects.toThrow(/did not come up/);
  await host.close();
  const liar = await walled.run(folder, "echo 'bwrap: Creating new namespace failed' >&2; exit 1", options());
  expect(liar).toMatchObject({ exitCode: 1, killed: null });
});

walls("says `signal` when somebody else kills the command", async () => {
  const mark = `75${Math.floor(Math.random() * 1e6)}`;
  const running = walled.run(await freshFolder(), `echo begun; sleep ${mark}`, options());
  const leader = await walledLeader(mark);
  process.kill(leader, "SIGKILL");
  expect(await running).toMatchObject({ exitCode: null, killed: "signal" });
  expect(lives(mark)).toBe(false);
});

/** The process of bubblewrap that we started for the command with this mark, once its shell runs. */
async function walledLeader(mark: string): Promise<number> {
  for (;;) {
    const lines = readdirSync("/proc").flatMap((pid) => {
      const file = `/proc/${pid}/cmdline`;
      return /^\d+$/.test(pid) && existsSync(file) ? [{ pid: Number(pid), line: readFileSync(file, "utf8") }] : [];
    });
    const leader = lines.find(
      ({ pid, line }) =>
        line.startsWith("bwrap\0") && line.includes(mark) && readFileSync(`/proc/${pid}/stat`, "utf8").includes(` ${process.pid} `),
    );
    if (leader !== undefined && lines.some(({ line }) => line === `sleep\0${mark}\0`)) return leader.pid;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

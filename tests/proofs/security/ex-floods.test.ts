/** Floods of processes, memory, files and output: each meets a limit, is told, and leaves the driver and the folder usable (FS-11, EX-10, EX-12). */
import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { removeFolder } from "#adapters/git/working-copy/folders.ts";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { aDen, type Den, NO_WALLS, walled } from "./den.ts";

const MB = 1024 ** 2;
/** Small, so that a flood is short. */
const SMALL = { ...PROCESS_LIMITS, memory: 300 * MB, processes: 100, disk: 200 * MB, files: 20_000, file: 64 * MB, open: 256 };
let den: Den;

beforeAll(async () => {
  if (NO_WALLS === "") den = await aDen(SMALL);
});
afterAll(() => (NO_WALLS === "" ? den.close() : undefined));

/** A command whose flood is stopped by its disk; afterwards the next one runs. */
async function floods(command: string): Promise<void> {
  expect(await den.run(`echo begun; ${command}`), command).toMatchObject({ exitCode: null, killed: "disk", stdout: "begun\n" });
  for (const name of readdirSync(den.folder)) await rm(join(den.folder, name), { recursive: true });
  expect(await den.run("echo alive")).toMatchObject({ exitCode: 0, stdout: "alive\n" });
}

walled("stops a flood of bytes or files, one huge file and one that is all hole, and tells it [FS-11]", async () => {
  await floods("i=0; while :; do i=$((i+1)); head -c 20000000 /dev/zero > f$i; done");
  await floods(`perl -e 'for (1..1e6) { mkdir "d" . int($_ / 1000); open F, ">", "d" . int($_ / 1000) . "/$_" or die $! }'`);
  await floods("exec head -c 1000000000 /dev/zero > large");
  await floods("exec truncate -s 1T sparse");
});

walled("refuses a written file beyond its limit, and a path that is too deep [FS-11]", async () => {
  await expect(den.host.write("large", "x".repeat(11 * MB))).rejects.toThrow("at most 10485760 can be written");
  await expect(den.host.write(`${"d/".repeat(10_000)}x`, "x")).rejects.toThrow("longer than 4000 bytes");
  expect(await den.host.inventory()).toEqual([]);
});

walled("a folder of ten thousand levels is listed, refused and removed [FS-11]", async () => {
  const dug = await den.run(`perl -e 'for (1..10000) { mkdir "d"; chdir "d" or die $! } open F, ">", "end" or die'`);
  expect(dug.exitCode).toBe(0);
  expect((await den.host.inventory()).every(({ mode }) => mode === "other")).toBe(true);
  await removeFolder(join(den.folder, "d"));
  expect(existsSync(join(den.folder, "d"))).toBe(false);
});

const ROOT = process.getuid?.() === 0 ? " [skipped: the kernel's bound does not hold for root]" : "";

it.skipIf(NO_WALLS + ROOT !== "")(
  `ends a fork bomb, and the next command runs${ROOT === "" ? " [EX-10]" : ""}${NO_WALLS}${ROOT}`,
  async () => {
    expect(await den.run("b() { sleep 0.02; b | b & }; b; sleep 15")).toMatchObject({ exitCode: null, killed: "memory" });
    expect(await den.run("echo alive")).toMatchObject({ exitCode: 0, stdout: "alive\n" });
  },
);

walled("stops too many processes, memory without end and files without end, and the next command runs [EX-10]", async () => {
  // A crowd that ends by itself: root has the watch only, and this machine must stay usable.
  const crowd = "i=0; while [ $i -lt 160 ]; do sleep 15 & i=$((i+1)); done; wait";
  expect(await den.run(crowd)).toMatchObject({ exitCode: null, killed: "memory" });
  const memory = `perl -e '$x .= "x" x 50_000_000 while 1'`;
  expect(await den.run(memory)).toMatchObject({ exitCode: null, killed: "memory" });
  const open = await den.run(`perl -e 'for (0..1e6) { open $f[$_], "<", "/dev/null" or die "$_ files: $!\\n" }'`);
  expect(open.exitCode).not.toBe(0);
  expect(open.stderr).toMatch(/^2\d\d files: Too many open files\n/);
  await floods("exec dd if=/dev/zero of=disk bs=1M");
  await floods("yes > f");
});

/** The number of memfd_create, by the machine. */
const MEMFD: Readonly<Record<string, number>> = { x64: 319, arm64: 279 };

walled("stops a flood into files without a name, whose pages belong to no process [EX-10]", async () => {
  const one = `my $n = "x"; my $fd = syscall(${MEMFD[process.arch]}, $n, 0); die "none" if $fd < 0; open my $f, ">&=", $fd; push @f, $f`;
  const flood = `perl -e '$x = "x" x 1e6; while (1) { ${one}; syswrite $f, $x for 1..40 }'`;
  expect(await den.run(`echo begun; ${flood}`)).toMatchObject({ exitCode: null, killed: "memory", stdout: "begun\n" });
  expect(await den.run("echo alive")).toMatchObject({ exitCode: 0, stdout: "alive\n" });
});

walled("a flood into memory that looks like a file ends at its size [EX-10]", async () => {
  const { stdout } = await den.run("df -k --output=size /tmp /dev/shm | tail -n 2");
  expect(stdout.trim().split(/\s+/)).toEqual(["1048576", "1048576"]);
});

walled("keeps head and tail of what is printed without end, in one line, in bytes that are no text [EX-12]", async () => {
  const before = process.memoryUsage().rss;
  const lines = await den.run("echo first; head -c 600000000 /dev/zero | tr '\\0' x; echo; echo last");
  expect(lines.stdout).toMatch(/^first\nx+\n\[\.\.\. \d+ characters left out \.\.\.\]\nx+\nlast\n$/);
  expect(lines.stdout.length).toBeLessThan(SMALL.output + 100);
  const binary = await den.run("head -c 50000000 /dev/urandom; printf '\\033[2J\\033[1;1H\\377'");
  expect(binary).toMatchObject({ exitCode: 0, killed: null });
  expect(binary.stdout.length).toBeLessThan(SMALL.output + 100);
  expect(process.memoryUsage().rss - before).toBeLessThan(300e6);
});

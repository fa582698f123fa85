/** System calls that no command needs, each tried in the real walls: by raw number, from Perl (EX-05). */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { ABSENT_CALLS, ARGUMENT_RULES, DENIED_CALLS } from "#adapters/sandbox/walls/seccomp-table.ts";
import { aDen, type Den, NO_WALLS, walled } from "./den.ts";

let den: Den;
const machine = process.arch === "arm64" ? "arm64" : "x64";

beforeAll(async () => {
  if (NO_WALLS === "") den = await aDen();
});
afterAll(() => (NO_WALLS === "" ? den.close() : undefined));

interface Tried {
  readonly name: string;
  readonly number: number;
  readonly args: readonly number[];
}

/** The error of each call by name; `none` when it went well. A child makes the call: one that is let through may end it. */
async function errorsOf(calls: readonly Tried[]): Promise<Readonly<Record<string, string>>> {
  const lines = calls.map(({ name, number, args }) => `try("${name}", ${[number, ...args].join(", ")});`);
  const program = `
    use POSIX; $| = 1;
    sub try { my ($name, $number, @args) = @_; my $pid = fork; if (!$pid) {
      my $came = syscall($number, @args); my $error = $came == -1 ? $! + 0 : "none"; syswrite(STDOUT, "$name $error\\n"); POSIX::_exit(0);
    } waitpid($pid, 0); print "$name killed\\n" if $? & 127; }
    ${lines.join("\n")}`;
  writeFileSync(join(den.folder, "calls.pl"), program);
  const { stdout, stderr } = await den.run("perl calls.pl");
  expect(stderr).toBe("");
  return Object.fromEntries(
    stdout
      .trim()
      .split("\n")
      .map((line) => line.split(" ")),
  );
}

const called = (table: typeof DENIED_CALLS): readonly Tried[] =>
  Object.entries(table).flatMap(([name, numbers]) => {
    const number = numbers[machine];
    return number === null ? [] : [{ name, number, args: [0, 0, 0, 0, 0] }];
  });

walled("refuses every call of the table with EPERM, io_uring as if it were not there [EX-05]", async () => {
  const denied = await errorsOf(called(DENIED_CALLS));
  expect(Object.keys(denied)).toHaveLength(called(DENIED_CALLS).length);
  expect(Object.entries(denied).filter(([, error]) => error !== "1")).toEqual([]);
  const absent = await errorsOf(called(ABSENT_CALLS));
  expect(Object.entries(absent).map(([, error]) => error)).toEqual(called(ABSENT_CALLS).map(() => "38"));
});

walled("refuses what is typed into a terminal, packet and vsock sockets, and new namespaces; lets the rest pass [EX-05]", async () => {
  const [ioctl, socket, clone, personality] = ["ioctl", "socket", "clone", "personality"].map(
    (name) => ARGUMENT_RULES[name]?.numbers[machine] ?? -1,
  );
  const errors = await errorsOf([
    { name: "tiocsti", number: ioctl ?? -1, args: [0, 0x5412, 0] },
    { name: "packet", number: socket ?? -1, args: [17, 3, 0] },
    { name: "vsock", number: socket ?? -1, args: [40, 1, 0] },
    { name: "alg", number: socket ?? -1, args: [38, 5, 0] },
    { name: "newuser", number: clone ?? -1, args: [0x10000011, 0, 0, 0, 0] },
    { name: "nolayout", number: personality ?? -1, args: [0x0040000] },
    { name: "unix", number: socket ?? -1, args: [1, 1, 0] },
    { name: "inet", number: socket ?? -1, args: [2, 1, 0] },
    { name: "askonly", number: personality ?? -1, args: [0xffffffff] },
  ]);
  expect(errors).toEqual({
    ...{ tiocsti: "1", packet: "1", vsock: "1", alg: "1", newuser: "1", nolayout: "1" },
    ...{ unix: "none", inet: "none", askonly: "none" },
  });
});

walled("nobody outside can be traced: not the driver, and no tool host [EX-05]", async () => {
  const number = process.arch === "arm64" ? 117 : 101;
  const [ATTACH, SEIZE] = [16, 0x4206];
  const errors = await errorsOf([
    { name: "attach", number, args: [ATTACH, process.pid, 0, 0] },
    { name: "seize", number, args: [SEIZE, process.pid, 0, 0] },
  ]);
  expect(errors).toEqual({ attach: "3", seize: "3" });
});

walled("unshare, mount, chroot and nsenter fail, and the filter says that it is there [EX-05]", async () => {
  for (const command of [
    "unshare -Urn true",
    "unshare -m true",
    "mount -t tmpfs none /tmp",
    "chroot / true",
    `nsenter -t ${process.pid} -m true`,
  ]) {
    expect((await den.run(command)).exitCode, command).not.toBe(0);
  }
  const { stdout } = await den.run("grep -E '^(CapEff|CapBnd|NoNewPrivs|Seccomp):' /proc/self/status");
  expect(stdout).toBe("CapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n");
});

walled("node, threads, git and a nested test runner work under the filter [EX-05]", async () => {
  const node = `node -e 'new (require("node:worker_threads").Worker)("console.log(1)", { eval: true }); require("node:fs/promises").readFile("calls.pl").then(() => console.log(2)); require("node:child_process").exec("true", () => console.log(3))'`;
  expect([...(await den.run(node)).stdout.trim().split("\n")].sort()).toEqual(["1", "2", "3"]);
  writeFileSync(join(den.folder, "a.test.mjs"), 'import test from "node:test"; test("goes", () => undefined);');
  expect(await den.run("node --test a.test.mjs")).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\S+ pass 1$/m) });
  const git =
    "git init -q r && cd r && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x && git gc -q && git log --format=%s";
  expect(await den.run(git)).toMatchObject({ exitCode: 0, stdout: "x\n" });
});

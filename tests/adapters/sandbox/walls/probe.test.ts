/** The probe finds a machine without walls, and each wall that is taken away. */
import { expect, it, onTestFinished } from "vitest";
import type { Launch } from "#adapters/sandbox/process/start-process.ts";
import { probeSandbox } from "#adapters/sandbox/walls/probe.ts";
import { failedProbe } from "#adapters/sandbox/walls/probe-facts.ts";
import { NO_WALLS } from "../sandboxes.ts";

const without =
  (...words: readonly string[]) =>
  (launch: Launch): Launch => ({ ...launch, arguments: launch.arguments.filter((word) => !words.includes(word)) });

/** Words of bubblewrap, wherever it stands: root has more around it. */
const before =
  (...words: readonly string[]) =>
  (launch: Launch): Launch => ({ ...launch, arguments: launch.arguments.toSpliced(launch.arguments.indexOf("bwrap") + 1, 0, ...words) });

/** Words of bubblewrap after all that is mounted, before the root becomes read-only. */
const atLast =
  (...words: readonly string[]) =>
  (launch: Launch): Launch => ({
    ...launch,
    arguments: launch.arguments.toSpliced(launch.arguments.lastIndexOf("--remount-ro"), 0, ...words),
  });

/** The last argument of the probe's command is the folder beside its own. */
const showBeside = (launch: Launch): Launch => {
  const beside = launch.arguments.at(-1) ?? "";
  return atLast("--bind", beside, beside)(launch);
};

const unfiltered = (launch: Launch): Launch => ({
  ...launch,
  filter: null,
  arguments: launch.arguments.toSpliced(launch.arguments.indexOf("--seccomp"), 2),
});

/** With a /proc that can be written. Whether that opens a file of the kernel's own is then a question of who asks. */
const writableProc = ({ arguments: words, ...launch }: Launch): Launch => ({
  ...launch,
  arguments: words.toSpliced(
    words.findIndex((word, at) => word === "--remount-ro" && words[at + 1] === "/proc"),
    2,
  ),
});

/** With something in the place of the empty list of keys: not every machine has a key. */
const toldKeys = ({ arguments: words, ...launch }: Launch): Launch => ({
  ...launch,
  arguments: words.with(words.indexOf("/proc/keys") - 1, "/proc/version"),
});

/** Root as it was before: bubblewrap mounts the device nodes as they are. */
const ownNodes = ({ arguments: words, ...launch }: Launch): Launch => ({
  ...launch,
  file: "bwrap",
  arguments: words.slice(words.indexOf("bwrap") + 1),
});

/** As if this process passed on what somebody left open for it. */
const leftOpen = ({ file, arguments: words, ...launch }: Launch): Launch => ({
  ...launch,
  file: "/bin/sh",
  arguments: ["-c", 'exec 9</usr; exec "$@"', "sh", file, ...words],
});

/** The machine's /dev/null as input, through which root could change it. */
const nullInput = ({ file, arguments: words, ...launch }: Launch): Launch => ({
  ...launch,
  file: "/bin/sh",
  arguments: ["-c", 'exec "$@" </dev/null', "sh", file, ...words],
});

/** A process that stands in a folder of outside, which somebody left open. */
const standsOutside = (launch: Launch): Launch => {
  const left = leftOpen(launch);
  const script = left.arguments.length - 4;
  return { ...left, arguments: left.arguments.with(script, `(cd /proc/self/fd/9 && exec sleep 9) & sleep 0.2\n${left.arguments[script]}`) };
};

/** The launch in a terminal that controls it. Somebody must hold the other end. */
const inTerminal = ({ file, arguments: words, ...launch }: Launch): Launch => ({
  ...launch,
  file: "perl",
  arguments: [
    "-e",
    `use Fcntl; use POSIX; sysopen(M, "/dev/ptmx", O_RDWR | O_NOCTTY) or die; my ($n, $lock) = (pack("i", 0), pack("i", 0));
    ioctl(M, 0x40045431, $lock) or die; ioctl(M, 0x80045430, $n) or die;
    if (fork == 0) { sleep 9; exit } sysopen(S, "/dev/pts/" . unpack("i", $n), O_RDWR) or die; exec @ARGV`,
    ...[file, ...words].filter((word) => word !== "--new-session"),
  ],
});

const ROOT = process.geteuid?.() === 0;

it.skipIf(NO_WALLS !== "")(`says that the walls hold where they do${NO_WALLS}`, async () => {
  const { kind, walls } = await probeSandbox();
  expect([kind, walls.filter(({ holds }) => !holds), walls.length]).toEqual(["bubblewrap", [], 21]);
});

it.skipIf(NO_WALLS !== "").each([
  { wall: "the pid namespace", arrange: without("--unshare-pid"), why: /environment of processes outside|pid namespace/ },
  { wall: "the network namespace", arrange: without("--unshare-net"), why: /net namespace/ },
  { wall: "the ipc namespace", arrange: without("--unshare-ipc"), why: /ipc namespace/ },
  { wall: "the system calls", arrange: unfiltered, why: /no filter of system calls/ },
  { wall: "a folder beside", arrange: showBeside, why: /write outside its folder/ },
  { wall: "an open folder", arrange: leftOpen, why: /has what somebody left open outside: 9 is \/usr$/ },
  { wall: "the input", arrange: nullInput, why: /has what somebody left open outside: 0 is \/dev\/null$/ },
  { wall: "a working folder", arrange: standsOutside, why: /stands outside: .*\/usr/ },
  { wall: "a variable", arrange: atLast("--setenv", "LEFT", "x"), why: /has variables of outside: LEFT$/ },
  { wall: "the terminal", arrange: inTerminal, why: /has the terminal of whoever started it: \/dev\/tty$/ },
  { wall: "a mount", arrange: atLast("--bind", "/var/tmp", "/extra"), why: /can change what is mounted at: \/extra$/ },
  { wall: "the kernel's files", arrange: writableProc, why: /files for writing: \/proc\// },
  { wall: "the keyrings", arrange: toldKeys, why: /sees keys of outside: Linux version/ },
  ...(ROOT ? [{ wall: "the device nodes", arrange: ownNodes, why: /can change what is mounted at: \/dev\/null, / }] : []),
  {
    wall: "the read-only root",
    arrange: (launch: Launch) => ({ ...launch, arguments: launch.arguments.toSpliced(launch.arguments.lastIndexOf("--remount-ro"), 2) }),
    why: /system folders/,
  },
])(`tells when $wall is left open${NO_WALLS}`, async ({ arrange, why }) => {
  expect(await probeSandbox(arrange)).toMatchObject({ kind: "none", why: expect.stringMatching(why) });
});

it.skipIf(NO_WALLS !== "")(`names an old bubblewrap as the reason${NO_WALLS}`, async () => {
  expect(await probeSandbox(before("--no-such-option"))).toMatchObject({ kind: "none", advice: expect.stringContaining("0.8 or later") });
});

it.each(["darwin", "win32"] as const)("does not even try on %s, and says what to do [EX-21]", async (platform) => {
  const real = Object.getOwnPropertyDescriptor(process, "platform") ?? {};
  Object.defineProperty(process, "platform", { value: platform });
  onTestFinished(() => void Object.defineProperty(process, "platform", real));
  expect(await probeSandbox()).toEqual({
    kind: "none",
    walls: [],
    why: `bubblewrap is for Linux, this is ${platform}`,
    advice: "Run it on Linux.",
  });
});

it("names the package when bubblewrap is not installed", async () => {
  const answer = await probeSandbox((launch) => ({ ...launch, file: "/nowhere/bwrap" }));
  expect(answer).toEqual({
    kind: "none",
    walls: [],
    why: "bubblewrap is not installed: there is no `bwrap` in PATH",
    advice: "apt-get install bubblewrap",
  });
});

it.each([
  {
    said: "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.",
    advice: /AppArmor/,
  },
  { said: "bwrap: setting up uid map: Permission denied", advice: /AppArmor/ },
  { said: "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted", advice: /apparmor_restrict_unprivileged_userns/ },
  { said: "bwrap: Can't mount proc on /newroot/proc: Operation not permitted", advice: /systempaths=unconfined/ },
  { said: "Segmentation fault", advice: /Report this/ },
])("knows advice for: $said", ({ said, advice }) => {
  expect(failedProbe(said)).toEqual({
    kind: "none",
    walls: [],
    why: `bubblewrap cannot run a command: ${said}`,
    advice: expect.stringMatching(advice),
  });
});

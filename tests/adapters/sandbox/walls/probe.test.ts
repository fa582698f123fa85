/** The probe finds a machine without walls, and each wall that is taken away. */
import { expect, it, onTestFinished } from "vitest";
import type { Launch } from "#adapters/sandbox/process/start-process.ts";
import { probeSandbox } from "#adapters/sandbox/walls/probe.ts";
import { failedProbe } from "#adapters/sandbox/walls/probe-facts.ts";
import { NO_WALLS } from "../sandboxes.ts";

const without =
  (...words: readonly string[]) =>
  (launch: Launch): Launch => ({ ...launch, arguments: launch.arguments.filter((word) => !words.includes(word)) });

const before =
  (...words: readonly string[]) =>
  (launch: Launch): Launch => ({ ...launch, arguments: [...words, ...launch.arguments] });

/** The last argument of the probe's command is the folder beside its own. */
const showBeside = (launch: Launch): Launch => {
  const beside = launch.arguments.at(-1) ?? "";
  const at = launch.arguments.lastIndexOf("--remount-ro");
  return { ...launch, arguments: [...launch.arguments.slice(0, at), "--bind", beside, beside, ...launch.arguments.slice(at)] };
};

const unfiltered = (launch: Launch): Launch => ({
  ...launch,
  filter: null,
  arguments: launch.arguments.toSpliced(launch.arguments.indexOf("--seccomp"), 2),
});

/** Without the covers of the kernel's files. Whether that opens one is then a question of who asks. */
const uncovered = (launch: Launch): Launch => ({
  ...launch,
  arguments: launch.arguments.filter((_, index, words) => ![0, 1, 2].some((back) => isCover(words, index - back))),
});
const isCover = (words: readonly string[], at: number): boolean =>
  words[at] === "--ro-bind-try" && words[at + 2]?.startsWith("/proc/") === true;

/** As if this process passed on what somebody left open for it. */
const leftOpen = ({ file, arguments: words, ...launch }: Launch): Launch => ({
  ...launch,
  file: "/bin/sh",
  arguments: ["-c", 'exec 9</usr; exec "$@"', "sh", file, ...words],
});

const ROOT = process.geteuid?.() === 0;

it.skipIf(NO_WALLS !== "")(`says that the walls hold where they do${NO_WALLS}`, async () => {
  const { kind, walls } = await probeSandbox();
  expect([kind, walls.filter(({ holds }) => !holds), walls.length]).toEqual(["bubblewrap", [], 16]);
});

it.skipIf(NO_WALLS !== "").each([
  { wall: "the pid namespace", arrange: without("--unshare-pid"), why: /environment of processes outside|pid namespace/ },
  { wall: "the network namespace", arrange: without("--unshare-net"), why: /net namespace/ },
  { wall: "the ipc namespace", arrange: without("--unshare-ipc"), why: /ipc namespace/ },
  { wall: "the system calls", arrange: unfiltered, why: /no filter of system calls/ },
  { wall: "a folder beside", arrange: showBeside, why: /write outside its folder/ },
  { wall: "an open folder", arrange: leftOpen, why: /has what somebody left open outside: \/usr$/ },
  ...(ROOT ? [{ wall: "the kernel's files", arrange: uncovered, why: /\d of the kernel's files for writing: \/proc\// }] : []),
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

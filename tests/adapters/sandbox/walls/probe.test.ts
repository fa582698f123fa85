/** The probe finds a machine without walls, and each wall that is taken away. */
import { expect, it, onTestFinished } from "vitest";
import type { Launch } from "#adapters/sandbox/process/start-process.ts";
import { probeSandbox } from "#adapters/sandbox/walls/probe.ts";
import { failedProbe } from "#adapters/sandbox/walls/probe-facts.ts";
import { NO_WALLS } from "../sandboxes.ts";
import { atLast, TAKEN_OUT } from "./taken-out.ts";

/** Words of bubblewrap, wherever it stands: root has more around it. */
const before =
  (...words: readonly string[]) =>
  (launch: Launch): Launch => ({ ...launch, arguments: launch.arguments.toSpliced(launch.arguments.indexOf("bwrap") + 1, 0, ...words) });

/** The last argument of the probe's command is the folder beside its own. */
const showBeside = (launch: Launch): Launch => {
  const beside = launch.arguments.at(-1) ?? "";
  return atLast("--bind", beside, beside)(launch);
};

const ROOT = process.geteuid?.() === 0;

it.skipIf(NO_WALLS !== "")(`says that the walls hold where they do${NO_WALLS}`, async () => {
  const { kind, walls } = await probeSandbox();
  expect([kind, walls.filter(({ holds }) => !holds), walls.length]).toEqual(["bubblewrap", [], 21]);
});

it.skipIf(NO_WALLS !== "").each([
  { wall: "the pid namespace", arrange: TAKEN_OUT.pid, why: /environment of processes outside|pid namespace/ },
  { wall: "the network namespace", arrange: TAKEN_OUT.network, why: /net namespace/ },
  { wall: "the ipc namespace", arrange: TAKEN_OUT.ipc, why: /ipc namespace/ },
  { wall: "the system calls", arrange: TAKEN_OUT.calls, why: /no filter of system calls/ },
  { wall: "a folder beside", arrange: showBeside, why: /write outside its folder/ },
  { wall: "an open folder", arrange: TAKEN_OUT.descriptors, why: /has what somebody left open outside: 9 is \/usr$/ },
  { wall: "the input", arrange: TAKEN_OUT.input, why: /has what somebody left open outside: 0 is \/dev\/null$/ },
  { wall: "a working folder", arrange: TAKEN_OUT.folder, why: /stands outside: .*\/usr/ },
  { wall: "a variable", arrange: TAKEN_OUT.environment, why: /has variables of outside: LEFT$/ },
  { wall: "the terminal", arrange: TAKEN_OUT.terminal, why: /has the terminal of whoever started it: \/dev\/tty$/ },
  { wall: "a mount", arrange: atLast("--bind", "/var/tmp", "/extra"), why: /can change what is mounted at: \/extra$/ },
  { wall: "the folder of devices", arrange: TAKEN_OUT.dev, why: /can change what is mounted at: \/dev$/ },
  { wall: "the kernel's files", arrange: TAKEN_OUT.proc, why: /files for writing: \/proc\// },
  { wall: "the keyrings", arrange: TAKEN_OUT.keys, why: /sees keys of outside: Linux version/ },
  ...(ROOT ? [{ wall: "the device nodes", arrange: TAKEN_OUT.nodes, why: /can change what is mounted at: \/dev\/null, / }] : []),
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

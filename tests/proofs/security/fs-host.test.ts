/** The file tools against hostile paths, files and modes: the real tool host in the real walls (group FS). */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { forbiddenPath } from "#core/analysis/changes/tree-names.ts";
import { aDen, type Den, NO_WALLS, walled } from "./den.ts";

const CANARY = "canary-4c1e7b";
let den: Den;

beforeAll(async () => {
  if (NO_WALLS !== "") return;
  den = await aDen();
  writeFileSync(join(den.outside, "secret"), CANARY);
});
afterAll(() => (NO_WALLS === "" ? den.close() : undefined));

/** What a refusal says; the content when it was none. */
const said = (path: string): Promise<string> => den.host.read(path).catch(String);

walled("reads no path that leaves the folder, however it is spelt, and a command cannot read it either [FS-01]", async () => {
  for (const path of ["../../../etc/passwd", "a/../../x", "..", "./../x"])
    expect(await said(path), path).toContain("leaves the repository");
  expect(await said("/etc/passwd")).toContain("it is absolute");
  for (const path of ["~/.ssh/id_rsa", "file:///etc/passwd", "etc/passwd"])
    expect(await said(path), path).toContain("there is no such file");
  const seen = await den.run(`cat ${den.outside}/secret ~/.ssh/id_rsa /root/.ssh/id_rsa`);
  expect([seen.exitCode, seen.stdout]).toEqual([1, ""]);
});

walled("reads nothing of /proc, /dev and /sys [FS-02]", async () => {
  const paths = ["/proc/self/environ", "/proc/1/environ", `/proc/${process.pid}/mem`, "/proc/self/fd/3", "/proc/self/root/etc/shadow"];
  for (const path of [...paths, "/dev/stdin", "/dev/tcp/127.0.0.1/80", "/sys/kernel/notes"]) {
    expect(await said(path), path).toContain("it is absolute");
    symlinkSync(path, join(den.folder, "to"));
    expect(await said("to"), path).toMatch(/leads out of the repository|there is no such file|permissions forbid|is not a folder/);
    execFileSync("rm", [join(den.folder, "to")]);
  }
});

walled("follows no symbolic link that leads out, and comes to an end with circles and chains [FS-03]", async () => {
  const link = (target: string, name: string): void => symlinkSync(target, join(den.folder, name));
  link("/proc/self/environ", "environ");
  link("/", "root");
  link("loop", "loop");
  for (let index = 0; index < 41; index += 1) link(`chain-${index + 1}`, `chain-${index}`);
  writeFileSync(join(den.folder, "chain-41"), "end");
  for (const path of ["environ", "root/etc/passwd", "root/workspace/../etc/passwd"])
    expect(await said(path)).toContain("leads out of the repository");
  expect(await said("loop")).toContain("go in circles");
  expect(await said("chain-0")).toContain("go in circles");
  await expect(den.host.write("root/tmp/made", "x")).rejects.toThrow("leads out of the repository");
  await expect(den.host.write("environ", "x")).rejects.toThrow("leads out of the repository");
});

walled("a hard link to a file outside cannot be made, and one inside is replaced, not written through [FS-06]", async () => {
  for (const source of ["/etc/passwd", "/usr/bin/env", join(den.outside, "secret")]) {
    expect((await den.run(`ln ${source} stolen`)).exitCode, source).not.toBe(0);
  }
  expect(existsSync(join(den.folder, "stolen"))).toBe(false);
  linkSync(join(den.outside, "secret"), join(den.folder, "linked"));
  await den.host.write("linked", "mine");
  expect(readFileSync(join(den.outside, "secret"), "utf8")).toBe(CANARY);
  await den.host.remove("linked");
});

const GIT = [
  ".git/hooks/pre-push",
  ".git/config",
  ".GIT/config",
  "git~1/config",
  "GIT~1",
  ".git\\config",
  "sub/.git/config",
  ".git",
  ".g\u200cit/config",
  ".git./config",
  ".git /config",
  ".git::$INDEX_ALLOCATION/config",
];

walled("writes below .git in no spelling [FS-07]", async () => {
  mkdirSync(join(den.folder, ".git"));
  symlinkSync(".git", join(den.folder, "around"));
  for (const path of [...GIT, "around/config"]) await expect(den.host.write(path, "x"), path).rejects.toThrow("git's own folder");
  expect(readdirSync(join(den.folder, ".git"))).toEqual([]);
});

walled("a workflow that is written stays in the sandbox: no spelling of its path may enter a tree [FS-08]", async () => {
  await den.host.write(".github/workflows/x.yml", "on: push");
  const listed = (await den.host.inventory()).map(({ path }) => path);
  expect(listed).toContain(".github/workflows/x.yml");
  for (const path of [".github/workflows/x.yml", ".GitHub/Workflows/x.yml", ".github/workflows"])
    expect(forbiddenPath(path), path).toBe("a run changes no workflows");
  expect(forbiddenPath(".GitHub")).toBe(".github must stay a folder");
});

walled("bounds what is read, says that a binary is one, and waits for no pipe, socket or device [FS-12]", async () => {
  const at = (name: string): string => join(den.folder, name);
  writeFileSync(at("huge"), "");
  truncateSync(at("huge"), 2 * 1024 ** 3);
  writeFileSync(at("binary"), Buffer.from([65, 0, 66]));
  writeFileSync(at("utf16"), Buffer.from("\ufeffwide", "utf16le"));
  writeFileSync(at("latin"), Buffer.from([65, 0xe4, 66]));
  execFileSync("/bin/sh", ["-c", "mkfifo pipe"], { cwd: den.folder });
  const server = createServer().listen(at("socket"));
  expect(await said("huge")).toContain("at most 10485760 can be read");
  for (const name of ["binary", "utf16", "latin"]) expect(await said(name)).toContain("is binary");
  expect(await said("pipe")).toContain("is not a file");
  expect(await said("socket")).toMatch(/ENXIO|is not a file/);
  symlinkSync("/dev/zero", at("device"));
  expect(await said("device")).toContain("leads out of the repository");
  server.close();
});

/** Kills the tool host of the den, wherever it is in its work. */
function killHost(): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const line = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, "utf8") : "";
    if (line.startsWith("bwrap\0") && line.includes(den.folder)) process.kill(Number(pid), "SIGKILL");
  }
}

walled("a file holds the old content or the new, also when the host dies while it writes; a half one enters no tree [FS-15]", async () => {
  const file = join(den.folder, "whole");
  const contents = ["a", "b"].map((letter) => letter.repeat(8 * 1024 ** 2));
  await den.host.write("whole", contents[0] ?? "");
  for (let round = 0; round < 12; round += 1) {
    let done = false;
    const writing = den.host.write("whole", contents[round % 2] ?? "").finally(() => {
      done = true;
    });
    if (round % 4 === 3) setTimeout(killHost, 15);
    while (!done) {
      expect(contents.includes(await readFile(file, "utf8"))).toBe(true);
    }
    await writing;
  }
  writeFileSync(join(den.folder, ".loopwright-0f8fad5b-d9cb-469f-a165-70867728950e.tmp"), "half");
  expect((await den.host.inventory()).map(({ path }) => path).filter((path) => path.includes(".tmp"))).toEqual([]);
});

walled("keeps an executable one, drops every other bit, and lists git's modes only [FS-20]", async () => {
  const tool = join(den.folder, "tool.sh");
  await den.host.write("tool.sh", "#!/bin/sh\n");
  chmodSync(tool, 0o6755);
  await den.host.write("tool.sh", "#!/bin/sh\nexit\n");
  expect(statSync(tool).mode & 0o7777).toBe(0o755);
  writeFileSync(join(den.folder, "setuid"), "x");
  chmodSync(join(den.folder, "setuid"), 0o4644);
  const modes = (await den.host.inventory()).filter(({ path }) => ["tool.sh", "setuid"].includes(path)).map(({ mode }) => mode);
  expect(modes).toEqual(["100644", "100755"]);
});

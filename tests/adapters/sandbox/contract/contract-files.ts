/** What every tool host does with files. */
import { execFileSync } from "node:child_process";
import { chmod, mkdir, readFile, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { seenFiles } from "#agent/tools/seen-files.ts";
import { writeFile as writeFileTool } from "#agent/tools/write-file.ts";
import { Refused } from "#ports/tool-access.ts";
import { freshFolder, hosted, type Make, type Test } from "../sandboxes.ts";

const OUTSIDE = ["../x", "a/../../x", "/etc/passwd", "..", "sub/../..", "/proc/self/environ", "out/passwd", "link-out", "loop"];
const GIT = [
  ".git/config",
  ".GIT/hooks/x",
  ".git./x",
  ".git /x",
  ".git::$INDEX_ALLOCATION/x",
  "git~1",
  "GIT~1/config",
  ".g\u200cit/x",
  "\ufeff.git/x",
  "sub/.git",
  ".git\\config",
  "link-git/config",
];
const ODD = ["a\0b", "a\nb", "a\rb", `${"x".repeat(256)}`, `${"x/".repeat(2_100)}x`, ""];

export function files(test: Test, make: Make): void {
  test("writes and reads a file with its folders, whole and again", async () => {
    const { folder, host } = await hosted(make);
    await host.write("a/b/ü.txt", "one\r\n\ufefftwo");
    await host.write("a/b/ü.txt", "three\n");
    expect(await host.read("./a//b/ü.txt")).toBe("three\n");
    expect(await readFile(join(folder, "a/b/ü.txt"), "utf8")).toBe("three\n");
    expect((await host.inventory()).map(({ path }) => path)).toEqual(["a/b/ü.txt"]);
  });

  test("lets write_file make folders, and say the size of what it wrote [S3.19]", async () => {
    const { folder, host } = await hosted(make);
    const prepared = writeFileTool.prepare({ path: "new/deep/é.txt", content: "é\n" });
    if (prepared.kind === "bad") throw new Error(prepared.problem);
    const signal = new AbortController().signal;
    const toolAccess = { ...host, exec: () => Promise.reject(new Error("write_file runs nothing")) };
    const outcome = await prepared.run({ toolAccess, seen: seenFiles(), web: undefined, signal, msLeft: 10_000 });
    expect(outcome).toEqual({ text: "wrote new/deep/é.txt: 3 bytes", failed: false });
    expect(await readFile(join(folder, "new/deep/é.txt"), "utf8")).toBe("é\n");
  });

  test("refuses each path that leaves the folder or names git's own, and touches nothing", async () => {
    const { folder, host } = await hosted(make);
    const outside = await freshFolder();
    await writeFile(join(outside, "passwd"), "outside");
    await mkdir(join(folder, ".git"));
    await writeFile(join(folder, ".git/config"), "[core]");
    for (const [name, target] of [
      ["out", outside],
      ["link-out", join(outside, "passwd")],
      ["loop", "loop"],
      ["link-git", ".git"],
    ] as const) {
      await symlink(target, join(folder, name));
    }
    for (const path of [...OUTSIDE, ...GIT, ...ODD]) {
      await expect(host.read(path), `read ${JSON.stringify(path)}`).rejects.toThrow(Refused);
      await expect(host.write(path, "forged"), `write ${JSON.stringify(path)}`).rejects.toThrow(Refused);
      await expect(host.write("fresh", "forged", path), `like ${JSON.stringify(path)}`).rejects.toThrow(Refused);
    }
    expect(await readFile(join(outside, "passwd"), "utf8")).toBe("outside");
    expect(await readFile(join(folder, ".git/config"), "utf8")).toBe("[core]");
    expect((await host.inventory()).map(({ path }) => path)).toEqual(["link-git", "link-out", "loop", "out"]);
  });
}

export function removals(test: Test, make: Make): void {
  test("takes a file or a link away, not what it leads to, and says nothing of what is gone already [S3.21]", async () => {
    const { folder, host } = await hosted(make);
    await host.write("sub/a.txt", "a");
    await symlink("sub/a.txt", join(folder, "link"));
    for (const path of ["link", "link", "sub/none"]) await host.remove(path);
    expect(await host.read("sub/a.txt")).toBe("a");
    await host.remove("sub/a.txt");
    expect(await host.inventory()).toEqual([]);
    await expect(host.remove("sub")).rejects.toThrow("is a folder");
  });

  test("takes nothing away outside of the folder or of git's own [S3.21, C3.07]", async () => {
    const { folder, host } = await hosted(make);
    const outside = await freshFolder();
    await writeFile(join(outside, "passwd"), "outside");
    await symlink(outside, join(folder, "out"));
    await mkdir(join(folder, ".git"));
    await writeFile(join(folder, ".git/config"), "[core]");
    for (const path of ["../x", "/etc/passwd", "out/passwd", ...GIT.filter((name) => name !== "link-git/config"), ""]) {
      await expect(host.remove(path), JSON.stringify(path)).rejects.toThrow(Refused);
    }
    expect([await readFile(join(outside, "passwd"), "utf8"), await readFile(join(folder, ".git/config"), "utf8")]).toEqual([
      "outside",
      "[core]",
    ]);
  });

  test("makes a new file executable where another is [S3.21]", async () => {
    const { folder, host } = await hosted(make);
    await host.write("run.sh", "#!/bin/sh\n");
    await chmod(join(folder, "run.sh"), 0o755);
    await host.write("bin/moved.sh", "#!/bin/sh\n", "run.sh");
    await host.write("plain.sh", "#!/bin/sh\n");
    const modes = (await host.inventory()).map(({ path, mode }) => [path, mode]);
    expect(modes).toEqual([
      ["bin/moved.sh", "100755"],
      ["plain.sh", "100644"],
      ["run.sh", "100755"],
    ]);
  });
}

export function kinds(test: Test, make: Make): void {
  test("follows links that stay inside", async () => {
    const { folder, host } = await hosted(make);
    await host.write("real/a.txt", "a");
    await symlink("real", join(folder, "folder"));
    await symlink("real/a.txt", join(folder, "link.txt"));
    await host.write("folder/b.txt", "b");
    await host.write("link.txt", "through");
    expect([await host.read("folder/a.txt"), await host.read("real/b.txt")]).toEqual(["through", "b"]);
    expect(await host.bytes("link.txt")).toEqual(Buffer.from("real/a.txt"));
  });

  test("refuses what is not text, too large, a folder or missing, and does not wait for a pipe [S3.60]", async () => {
    const { folder, host } = await hosted(make);
    await writeFile(join(folder, "binary"), Buffer.from([65, 0, 66]));
    await writeFile(join(folder, "latin"), Buffer.from([65, 0xe4, 66]));
    await writeFile(join(folder, "large"), Buffer.alloc(10 * 1024 ** 2 + 1, 65));
    execFileSync("/bin/sh", ["-c", "mkfifo pipe"], { cwd: folder });
    await mkdir(join(folder, "folder"));
    const said = async (path: string): Promise<string> => host.read(path).then(String, String);
    expect(await said("binary")).toContain("is binary");
    expect(await said("latin")).toContain("is binary");
    expect(await said("large")).toContain("at most 10485760 can be read");
    expect(await said("pipe")).toContain("is not a file");
    expect(await said("folder")).toContain("is a folder");
    expect(await said("none")).toContain("there is no such file");
    await expect(host.write("folder", "x")).rejects.toThrow(Refused);
    expect(await host.bytes("binary")).toEqual(Buffer.from([65, 0, 66]));
    expect((await host.bytes("large")).length).toBe(10 * 1024 ** 2 + 1);
  });

  test("reads up to 50 MB as bytes, and lists what is larger without reading it", async () => {
    const { folder, host } = await hosted(make);
    for (const [name, size] of [
      ["large", 50 * 1024 ** 2],
      ["larger", 50 * 1024 ** 2 + 1],
      ["huge", 2 ** 40],
    ] as const) {
      await writeFile(join(folder, name), "");
      await truncate(join(folder, name), size);
    }
    expect((await host.bytes("large")).length).toBe(50 * 1024 ** 2);
    await expect(host.bytes("larger")).rejects.toThrow("at most 52428800 can be read");
    const shas = (await host.inventory()).map(({ path, size, sha }) => [path, size, sha === null]);
    expect(shas).toEqual([
      ["huge", 2 ** 40, true],
      ["large", 50 * 1024 ** 2, false],
      ["larger", 50 * 1024 ** 2 + 1, true],
    ]);
  });

  test("keeps an executable executable and drops every other bit", async () => {
    const { folder, host } = await hosted(make);
    await host.write("run.sh", "#!/bin/sh\n");
    await chmod(join(folder, "run.sh"), 0o4755);
    await host.write("run.sh", "#!/bin/sh\nexit\n");
    expect((await stat(join(folder, "run.sh"))).mode & 0o7777).toBe(0o755);
  });
}

export function inventories(test: Test, make: Make): void {
  test("lists what git would see, with git's own modes and names for content", async () => {
    const { folder, host } = await hosted(make);
    const git = (...args: readonly string[]): string => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
    git("init", "-q");
    await writeFile(join(folder, ".gitignore"), "*.log\n/build/\n!keep.log\n");
    for (const path of ["a.log", "keep.log", "build/x", "sub/build/y", "sub/b.tmp", "sub/deep/c.tmp", "z"]) {
      await mkdir(join(folder, path, ".."), { recursive: true });
      await writeFile(join(folder, path), `content of ${path}`);
    }
    await writeFile(join(folder, "sub/.gitignore"), "*.tmp\n!deep/c.tmp\nkeep.log");
    await chmod(join(folder, "z"), 0o755);
    await symlink("nowhere", join(folder, "link"));
    git("add", "-A");
    const known = git("ls-files", "-s")
      .trim()
      .split("\n")
      .map((line) => line.split(/[ \t]/));
    const listed = (await host.inventory()).map(({ path, mode, sha }) => [mode, sha, "0", path]);
    expect(listed).toEqual(known);
    expect(listed.length).toBe(7);
  });

  test("shows what it cannot look into instead of hiding it", async () => {
    const { folder, host } = await hosted(make);
    execFileSync("/bin/sh", ["-c", "mkfifo pipe"], { cwd: folder });
    await writeFile(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0x41])]), "x");
    const inventory = await host.inventory();
    expect(inventory.map(({ mode, sha }) => ({ mode, sha }))).toEqual([
      { mode: "other", sha: null },
      { mode: "other", sha: null },
    ]);
  });
}

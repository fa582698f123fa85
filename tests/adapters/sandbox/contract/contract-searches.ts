/** What every tool host does with searches. */
import { mkdir, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { Refused } from "#ports/tool-access.ts";
import { hosted, type Make, type Test } from "../sandboxes.ts";

export function searches(test: Test, make: Make): void {
  test("finds lines in path order, with a glob, a folder and a limit", async () => {
    const { folder, host } = await hosted(make);
    await writeFile(join(folder, ".gitignore"), "ignored\n");
    await Promise.all(
      ["b/x.ts", "a.ts", "a.md", "ignored/x.ts", ".git/x.ts"].map((path) => mkdir(join(folder, path, ".."), { recursive: true })),
    );
    for (const path of ["b/x.ts", "a.ts", "a.md", "ignored/x.ts", ".git/x.ts"])
      await writeFile(join(folder, path), `one\r\nTwo ${path}\nthree`);
    await writeFile(join(folder, "binary.ts"), "Two\0");
    await symlink("/etc", join(folder, "etc"));
    expect(await host.grep("^Two", { limit: 10 })).toEqual([
      { path: "a.md", line: 2, text: "Two a.md" },
      { path: "a.ts", line: 2, text: "Two a.ts" },
      { path: "b/x.ts", line: 2, text: "Two b/x.ts" },
    ]);
    expect((await host.grep("(?i)two", { glob: "*.ts", limit: 10 })).map(({ path }) => path)).toEqual(["a.ts", "b/x.ts"]);
    expect((await host.grep("o", { path: "b", limit: 10 })).map(({ line }) => line)).toEqual([1, 2]);
    expect((await host.grep("e$", { path: "a.ts", limit: 10 })).map(({ line }) => line)).toEqual([1, 3]);
    expect(await host.grep("-e|--pre=sh", { limit: 10 })).toEqual([]);
    expect((await host.grep("", { limit: 2 })).length).toBe(2);
  });

  test("gives paths for a glob, newest first [S3.24]", async () => {
    const { folder, host } = await hosted(make);
    for (const [index, path] of ["src/old.ts", "src/new.ts", "src/deep/mid.ts"].entries()) {
      await host.write(path, "x");
      await utimes(join(folder, path), 1_000, [1_000, 3_000, 2_000][index] ?? 0);
    }
    expect(await host.glob("src/**/*.ts", { limit: 10 })).toEqual(["src/new.ts", "src/deep/mid.ts", "src/old.ts"]);
    expect(await host.glob("*.ts", { path: "src", limit: 1 })).toEqual(["src/new.ts"]);
    expect(await host.glob(`${"{a,b}".repeat(20)}`, { limit: 5 })).toEqual([]);
  });

  test("refuses patterns that are wrong or leave the folder, and one that takes for ever; then goes on", async () => {
    const { host } = await hosted(make);
    await host.write("slow", `${"a".repeat(100_000)}!`);
    await expect(host.grep("(", { limit: 1 })).rejects.toThrow(/not a regular expression/);
    await expect(host.glob("../**", { limit: 1 })).rejects.toThrow(Refused);
    await expect(host.glob("/**", { limit: 1 })).rejects.toThrow(Refused);
    await expect(host.grep("x", { path: "../..", limit: 1 })).rejects.toThrow(Refused);
    await expect(host.grep("^(a+)+$", { limit: 1 })).rejects.toThrow(/longer than 5 s/);
    expect(await host.grep("!$", { limit: 1 })).toHaveLength(1);
  });

  test("works on many calls at once, each with its own answer, until it is closed", async () => {
    const { host } = await hosted(make);
    const names = Array.from({ length: 30 }, (_, index) => `file-${index}`);
    await Promise.all(names.map((name) => host.write(name, name)));
    expect(await Promise.all(names.map((name) => host.read(name)))).toEqual(names);
    await host.close();
    await host.close();
    await expect(host.read("file-1")).rejects.toThrow("closed");
  });
}

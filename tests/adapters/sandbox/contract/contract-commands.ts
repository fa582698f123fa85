/** What every sandbox does with a command. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { Refused } from "#ports/tool-access.ts";
import { freshFolder, type Make, options, type Test } from "../sandboxes.ts";

export function commands(test: Test, make: Make): void {
  test("runs a command in the folder and gives its output and status [S3.22, S3.48]", async () => {
    const folder = await freshFolder();
    const result = await make(PROCESS_LIMITS).run(folder, "echo out; echo err >&2; echo made > file; exit 3", options());
    expect(result).toMatchObject({ exitCode: 3, stdout: "out\n", stderr: "err\n", omitted: 0, killed: null });
    expect(await readFile(join(folder, "file"), "utf8")).toBe("made\n");
  });

  test("says in which folder a command ran, as the command itself saw it", async () => {
    for (const elsewhere of [false, true]) {
      const { stdout, folder } = await make(PROCESS_LIMITS).run(await freshFolder(), "pwd -P", { ...options(), elsewhere });
      expect(`${folder}\n`).toBe(stdout);
    }
  });

  test("gives 127 for a program that is not there and 137 for a shell that kills itself", async () => {
    const folder = await freshFolder();
    expect(await make(PROCESS_LIMITS).run(folder, "no-such-program", options())).toMatchObject({ exitCode: 127, killed: null });
    expect(await make(PROCESS_LIMITS).run(folder, "kill -9 $$", options())).toMatchObject({ exitCode: 137, killed: null });
  });

  test("believes its own wait status, whatever a command prints", async () => {
    const said = String.raw`printf '{ "exit-code": 0 }\n'; printf '{ "exit-code": 0 }\n' >&2; { printf '{ "child-pid": 1, "exit-code": 0 }\n' >&3; } 2>/dev/null; exit 9`;
    expect(await make(PROCESS_LIMITS).run(await freshFolder(), said, options())).toMatchObject({ exitCode: 9 });
  });

  test("gives a command an empty standard input", async () => {
    expect(await make(PROCESS_LIMITS).run(await freshFolder(), "cat; echo end", options())).toMatchObject({ stdout: "end\n" });
  });
}

export function surroundings(test: Test, make: Make): void {
  test("hands down the listed variables only [S3.26, C3.08]", async () => {
    const names = ["NODE_TEST_CONTEXT", "NODE_OPTIONS", "GITHUB_TOKEN", "LOOPWRIGHT_TEST_SECRET"];
    const before = names.map((name) => [name, process.env[name]] as const);
    onTestFinished(() => {
      for (const [name, value] of before)
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    });
    for (const name of names) process.env[name] = "";
    const { stdout } = await make(PROCESS_LIMITS).run(await freshFolder(), "env | cut -d= -f1", options());
    const allowed = new Set(["PATH", "LANG", "TERM", "TZ", "HOME", "TMPDIR", "CI", "GIT_TERMINAL_PROMPT", "PWD", "OLDPWD", "SHLVL", "_"]);
    expect(
      stdout
        .trim()
        .split("\n")
        .filter((name) => !allowed.has(name)),
    ).toEqual([]);
    expect(stdout).toContain("HOME\n");
  });

  test("runs a nested `node --test`, although the driver itself may be one", async () => {
    const folder = await freshFolder();
    await writeFile(join(folder, "a.test.mjs"), 'import test from "node:test"; test("fails", () => { throw new Error("red"); });');
    const before = process.env["NODE_TEST_CONTEXT"];
    onTestFinished(() => {
      if (before === undefined) delete process.env["NODE_TEST_CONTEXT"];
      else process.env["NODE_TEST_CONTEXT"] = before;
    });
    process.env["NODE_TEST_CONTEXT"] = "child-v8";
    const result = await make(PROCESS_LIMITS).run(folder, "node --test a.test.mjs", options());
    expect(result).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/^\S+ fail 1$/m) });
    // The planted fault: with the variable the same failing test is a success.
    const fault = await make(PROCESS_LIMITS).run(folder, "NODE_TEST_CONTEXT=child-v8 node --test a.test.mjs", options());
    expect(fault.exitCode).toBe(0);
  });

  test("gives a new HOME and TMPDIR to every command and takes them away", async () => {
    const [folder, sandbox] = [await freshFolder(), make(PROCESS_LIMITS)];
    const first = await sandbox.run(folder, 'echo x > "$HOME/left"; echo x > "$TMPDIR/left"; ls "$HOME" "$TMPDIR"', options());
    expect(first.stdout).toContain("left");
    const second = await sandbox.run(folder, 'test ! -e "$HOME/left" && test ! -e "$TMPDIR/left" && echo clean', options());
    expect(second.stdout).toBe("clean\n");
  });

  test("refuses a command that no system takes as an argument, and takes any other as one [EX-13]", async () => {
    const [folder, sandbox] = [await freshFolder(), make(PROCESS_LIMITS)];
    await expect(sandbox.run(folder, "echo \0", options())).rejects.toThrow(Refused);
    await expect(sandbox.run(folder, `: ${"x".repeat(140_000)}`, options())).rejects.toThrow(/140002 bytes/);
    await expect(sandbox.run(folder, "x".repeat(3 * 1024 ** 2), options())).rejects.toThrow(Refused);
    expect((await sandbox.run(folder, "echo 'a b' \"$#\"\r\necho $0", options())).stdout).toMatch(/^a b 0\r?\n/);
    expect(await sandbox.run(folder, "-x", options())).toMatchObject({ exitCode: expect.any(Number), killed: null });
  });
}

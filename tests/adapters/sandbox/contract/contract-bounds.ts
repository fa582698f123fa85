/** The bounds that every sandbox sets to a command. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { PROCESS_LIMITS } from "#adapters/sandbox/process/limits.ts";
import { Interrupted } from "#ports/failure.ts";
import { freshFolder, lives, type Make, options, type Test } from "../sandboxes.ts";

export function bounds(test: Test, make: Make): void {
  test("does not wait for a child that was left behind holding the output", async () => {
    const mark = `77${Math.floor(Math.random() * 1e6)}`;
    const result = await make(PROCESS_LIMITS).run(await freshFolder(), `sleep ${mark} & echo done`, options());
    expect(result).toMatchObject({ exitCode: 0, stdout: "done\n", killed: null });
    expect(lives(mark)).toBe(false);
  });

  test("kills a command with its grandchildren when its time is over, and keeps what it printed [S3.22, S3.55]", async () => {
    const mark = `78${Math.floor(Math.random() * 1e6)}`;
    const stubborn = `trap '' TERM INT HUP; echo begun; sh -c 'sh -c "sleep ${mark}; :" & wait'; sleep ${mark}`;
    const result = await make(PROCESS_LIMITS).run(await freshFolder(), stubborn, options({ timeout: 700 }));
    expect(result).toMatchObject({ exitCode: null, stdout: "begun\n", killed: "time" });
    expect(lives(mark)).toBe(false);
  });

  test("kills a command that takes too much memory, counted over all its processes", async () => {
    const limits = { ...PROCESS_LIMITS, memory: 200 * 1024 ** 2 };
    const half = "node -e 'const b = Buffer.alloc(130e6, 1); setTimeout(() => b.length, 15000)'";
    expect(await make(limits).run(await freshFolder(), `${half} & ${half}`, options())).toMatchObject({ exitCode: null, killed: "memory" });
    // The control: one of them alone is within the limit.
    const alone = "node -e 'const b = Buffer.alloc(100e6, 1); setTimeout(() => b.length, 700)'";
    expect(await make(limits).run(await freshFolder(), alone, options())).toMatchObject({ exitCode: 0, killed: null });
  });

  test("kills a command that has too many processes", async () => {
    const crowd = "i=0; while [ $i -lt 60 ]; do sleep 15 & i=$((i+1)); done; wait";
    expect(await make({ ...PROCESS_LIMITS, processes: 40 }).run(await freshFolder(), crowd, options())).toMatchObject({ killed: "memory" });
  });

  test("is interrupted by the signal, before and while it runs", async () => {
    const [folder, sandbox, mark] = [await freshFolder(), make(PROCESS_LIMITS), `79${Math.floor(Math.random() * 1e6)}`];
    await expect(sandbox.run(folder, "echo x > started", options({ signal: AbortSignal.abort() }))).rejects.toThrow(Interrupted);
    await expect(stat(join(folder, "started"))).rejects.toThrow("ENOENT");
    await expect(sandbox.run(folder, `sleep ${mark}`, options({ signal: AbortSignal.timeout(300) }))).rejects.toThrow(Interrupted);
    expect(lives(mark)).toBe(false);
  });

  test("keeps as much of the output as is asked for", async () => {
    const flood = "head -c 1000000 /dev/zero | tr '\\0' x; head -c 300000 /dev/zero | tr '\\0' y >&2";
    const result = await make(PROCESS_LIMITS).run(await freshFolder(), flood, options({ output: 1_000_000 }));
    expect([result.stdout.length, result.stderr.length, result.omitted]).toEqual([1_000_000, 300_000, 0]);
  });

  test("keeps head and tail of 100 MB and does not grow", async () => {
    const before = process.memoryUsage().rss;
    const flood = "echo first; head -c 100000000 /dev/zero | tr '\\0' x; echo; echo last";
    const result = await make(PROCESS_LIMITS).run(await freshFolder(), flood, options());
    expect(result).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^first\nx+\n\[\.\.\. \d+ characters left out \.\.\.\]\nx+\nlast\n$/),
    });
    expect(result.omitted).toBe(100_000_012 - PROCESS_LIMITS.output);
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
  });
}

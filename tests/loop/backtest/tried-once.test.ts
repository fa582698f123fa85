/** A workspace that runs nothing twice on the same tree, and whose time passes as if it did. */
import { expect, it } from "vitest";
import { triedOnce } from "#loop/backtest/tried-once.ts";
import type { ExecResult } from "#ports/tool-access.ts";
import { atWork } from "../checks/checked-run.ts";

const TELL = "date +%s%N; cat new.txt 2>/dev/null; true";

it("answers by what the same command showed on the same tree, and by nothing else", async () => {
  const { subject } = await atWork();
  const { workspace, clock } = triedOnce(subject.workspace, subject.clock);
  const { signal, tree } = subject;
  const shown = async (
    command: string,
    options: { readonly write?: string; readonly twice?: true; readonly elsewhere?: true } = {},
  ): Promise<ExecResult> => {
    const copy = await workspace.open(tree, { git: false });
    const how = { timeout: 20_000, signal, ...(options.elsewhere && { elsewhere: true }) };
    if (options.write !== undefined) await copy.toolAccess.write("new.txt", options.write);
    if (options.twice) await copy.toolAccess.exec(TELL, how);
    const result = await copy.toolAccess.exec(command, how);
    await copy.close();
    return result;
  };
  const first = await shown(TELL);
  expect(await shown(TELL)).toEqual(first);
  expect((await shown(`${TELL} `)).stdout).not.toBe(first.stdout);
  expect((await shown(TELL, { elsewhere: true })).stdout).not.toBe(first.stdout);
  expect((await shown(TELL, { twice: true })).stdout).not.toBe(first.stdout);
  expect((await shown(TELL, { write: "planted" })).stdout).toContain("planted");
  expect((await shown(TELL)).stdout).toBe(first.stdout);

  // What a command takes says how long the same tests are waited for with a fault in them.
  const slow = await shown("sleep 0.3");
  const from = clock.now();
  expect(await shown("sleep 0.3")).toEqual(slow);
  expect(clock.now() - from).toBeGreaterThanOrEqual(slow.ms);
});

it("tries again what was interrupted", async () => {
  const { subject } = await atWork();
  const { workspace } = triedOnce(subject.workspace, subject.clock);
  const copy = await workspace.open(subject.tree, { git: false });
  await expect(copy.toolAccess.exec("sleep 9", { timeout: 20_000, signal: AbortSignal.timeout(200) })).rejects.toThrow();
  await copy.close();
  const next = await workspace.open(subject.tree, { git: false });
  expect((await next.toolAccess.exec("sleep 0.1", { timeout: 20_000, signal: subject.signal })).exitCode).toBe(0);
  await next.close();
});

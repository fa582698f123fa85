/** Locks: one holder, dead holders replaced, live ones named. And the pointer beside the runs. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { lockDriver } from "#adapters/file-journal/driver-lock.ts";
import { tryLock } from "#adapters/file-journal/lock.ts";
import { clearPointer, readPointer, writePointer } from "#adapters/file-journal/pointer-file.ts";
import { Config } from "#core/config/config.ts";
import { note } from "../contracts/journal-events.ts";
import { aWorkshop } from "./workshop.ts";

const used: string[] = [];

afterEach(() => {
  for (const folder of used.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lock-"));
  used.push(folder);
  return folder;
}

/** The number of a process that has ended. */
function deadPid(): number {
  return spawnSync("true").pid;
}

it("a second driver is told who has the run and since when, until the first lets go", async () => {
  const folder = join(aFolder(), "run");
  const first = await lockDriver(folder, 1000);
  expect(first.kind).toBe("held");
  expect(await lockDriver(folder, 2000)).toMatchObject({ kind: "busy", holder: { pid: process.pid, since: 1000 } });
  if (first.kind === "held") await first.release();
  expect((await lockDriver(folder, 3000)).kind).toBe("held");
});

it.each([
  { who: "a dead process", holder: () => ({ pid: deadPid(), since: 1, birth: null }) },
  { who: "a dead process whose number lives on", holder: () => ({ pid: process.pid, since: 1, birth: "1" }) },
])("the lock of $who is taken over, by exactly one of many", async ({ holder }) => {
  const folder = aFolder();
  for (let round = 0; round < 10; round += 1) {
    const path = join(folder, `lock-${round}`);
    writeFileSync(path, `${JSON.stringify(holder())}\n`);
    const answers = await Promise.all(Array.from({ length: 8 }, () => tryLock(path, 5)));
    expect(answers.filter(({ kind }) => kind === "held")).toHaveLength(1);
  }
  expect(readdirSync(folder)).toHaveLength(10);
});

it("a lock that is not ours, and a takeover that was cut off, stay closed", async () => {
  const folder = aFolder();
  writeFileSync(join(folder, "foreign"), "held by a person\n");
  expect(await tryLock(join(folder, "foreign"), 5)).toMatchObject({ kind: "busy", holder: { pid: 0 } });
  writeFileSync(join(folder, "cut"), `${JSON.stringify({ pid: deadPid(), since: 1, birth: null })}\n`);
  writeFileSync(join(folder, "cut.takeover"), "");
  expect((await tryLock(join(folder, "cut"), 5)).kind).toBe("busy");
});

it("the pointer is there while the run is active and gone when it is over [S1.14]", async () => {
  const shop = aWorkshop();
  const current = join(shop.folder, "..", "current.json");
  const start = { kind: "run_started", at: 1, runId: "run", alias: "alias", base: { commit: "c", tree: "t", branch: "main" } } as const;
  const issue = { number: null, title: "t", body: "", author: "a" };
  await shop.open().append([{ ...start, issue, config: Config.parse({}) }, note("a")], 0);
  expect(JSON.parse(readFileSync(current, "utf8"))).toEqual({
    active_run_id: "run",
    task_alias: "alias",
    status: "running",
    updated_at: "2026-01-01T00:00:00.000Z",
  });
  await shop.open().append([{ kind: "completed", at: 3, reason: "threshold_reached", key: null }], 2);
  expect(existsSync(current)).toBe(false);
});

it("a pointer at another run is left alone, a broken one counts as none", async () => {
  const folder = join(aFolder(), "one");
  mkdirSync(folder);
  const pointer = { runId: "other", alias: "other", status: "running", updatedAt: "2026-01-01T00:00:00.000Z" };
  await writePointer(folder, pointer);
  await clearPointer(folder, "one");
  expect(await readPointer(folder)).toEqual(pointer);
  await clearPointer(folder, "other");
  expect(await readPointer(folder)).toBeNull();
  for (const text of ["", "{", "[]", '{"active_run_id":1}']) {
    writeFileSync(join(folder, "..", "current.json"), text);
    expect(await readPointer(folder)).toBeNull();
  }
});

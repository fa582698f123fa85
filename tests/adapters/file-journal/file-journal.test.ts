/** The journal in files: the contract, and what only files can suffer. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { JOURNAL_LAWS } from "../contracts/journal-contract.ts";
import { kept, note } from "../contracts/journal-events.ts";
import { CODEC } from "../contracts/plain-codec.ts";
import { aWorkshop, REAL_CLOCK, type Workshop } from "./workshop.ts";

it.each(JOURNAL_LAWS)("files: $law", ({ holds }) => holds(aWorkshop()));

function history({ folder }: Workshop): string {
  return readFileSync(join(folder, "history.jsonl"), "utf8");
}

it("keeps every line within 4 KiB, the rest in files named by their hash", async () => {
  const shop = aWorkshop();
  await shop.open().append([note("x".repeat(5000)), note("y".repeat(3900))], 0);
  const [long = "", short = ""] = history(shop).split("\n");
  expect(JSON.parse(long)).toMatchObject({
    event: "approval_rejected",
    status: "ok",
    payload: { blob: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect(Math.max(long.length, short.length)).toBeLessThanOrEqual(4096);
  expect(JSON.parse(short)).toMatchObject({ payload: { reasons: ["y".repeat(3900)] } });
  expect(readdirSync(join(shop.folder, "blobs"))).toEqual([`${JSON.parse(long).payload.blob}.json`]);
});

it.each([
  { what: "missing", spoil: (path: string) => rmSync(path) },
  { what: "changed", spoil: (path: string) => writeFileSync(path, readFileSync(path, "utf8").replace("x", "z")) },
])("is unreadable when the file of a long payload is $what", async ({ spoil }) => {
  const shop = aWorkshop();
  await shop.open().append([note("short"), note("x".repeat(5000))], 0);
  spoil(join(shop.folder, "blobs", readdirSync(join(shop.folder, "blobs"))[0] ?? ""));
  expect(await shop.open().load()).toMatchObject({
    kind: "unreadable",
    why: expect.stringMatching(/line 2: the payload blobs\/\w+\.json is missing or changed/),
  });
});

it.each([
  { what: "a torn last line", spoil: (path: string) => truncateSync(path, statSync(path).size - 5), why: "line 3 is torn" },
  { what: "a lost last newline", spoil: (path: string) => truncateSync(path, statSync(path).size - 1), why: "line 3 is torn" },
  { what: "an empty file", spoil: (path: string) => truncateSync(path, 0), why: "the file is empty" },
  { what: "a foreign line", spoil: (path: string) => writeFileSync(path, `{}\n${readFileSync(path, "utf8")}`), why: "line 1 is no event" },
])("$what is unreadable, is named, and is never appended to", async ({ spoil, why }) => {
  const shop = aWorkshop();
  await shop.open().append([note("a"), note("b"), note("c")], 0);
  spoil(join(shop.folder, "history.jsonl"));
  const before = history(shop);
  expect(await shop.open().load()).toMatchObject({ kind: "unreadable", why: expect.stringContaining(why) });
  await expect(shop.open().append([note("d")], 3)).rejects.toMatchObject({ name: "Failure", service: "journal" });
  expect(history(shop)).toBe(before);
});

it("an append that a crash cut off after the branch had moved is finished by the next to come", async () => {
  for (const next of ["load", "append"] as const) {
    const shop = aWorkshop();
    const [a, b] = shop.commits;
    await shop.open().append([note("x"), kept(null, a)], 0);
    // What lies there between the two halves of an append.
    const events = [note("x"), kept(null, a), note("y"), kept(a, b)];
    writeFileSync(
      join(shop.folder, "history.jsonl.new"),
      CODEC.write(events, [])
        .map((line) => `${line}\n`)
        .join(""),
    );
    shop.setBranch("loop/1-x", b);
    if (next === "append") expect(await shop.open().append([note("z")], 2)).toBe("conflict");
    expect(await shop.open().load()).toEqual({ kind: "events", events });
    expect(shop.healed[0]).toBe("finished an append that was cut off after loop/1-x had moved");
    expect(await shop.open().append([note("z")], 4)).toBe("appended");
  }
});

it.each([
  { when: "before the branch moved", add: (a: string, b: string) => [note("y"), kept(a, b)] },
  { when: "in an append that moves no branch", add: () => [note("y")] },
])("an append that a crash cut off $when has not happened, and can be made again", async ({ add }) => {
  const shop = aWorkshop();
  const [a, b] = shop.commits;
  await shop.open().append([kept(null, a)], 0);
  const events = [kept(null, a), ...add(a, b)];
  writeFileSync(
    join(shop.folder, "history.jsonl.new"),
    CODEC.write(events, [])
      .map((line) => `${line}\n`)
      .join(""),
  );
  expect(await shop.open().load()).toEqual({ kind: "events", events: events.slice(0, 1) });
  expect(shop.healed[0]).toBe("dropped an append that was cut off before it took effect");
  expect(await shop.open().append(events.slice(1), 1)).toBe("appended");
  expect(await shop.open().load()).toEqual({ kind: "events", events });
});

it("a half-written draft is dropped, a draft of another history too [S0.59]", async () => {
  for (const draft of ["", '{"half', "{}\n"]) {
    const shop = aWorkshop();
    await shop.open().append([note("a")], 0);
    writeFileSync(join(shop.folder, "history.jsonl.new"), draft);
    expect(await shop.open().load()).toEqual({ kind: "events", events: [note("a")] });
    expect(existsSync(join(shop.folder, "history.jsonl.new"))).toBe(false);
  }
});

it("a branch that is already where a kept iteration puts it is no conflict", async () => {
  const shop = aWorkshop();
  const [a, b] = shop.commits;
  await shop.open().append([kept(null, a)], 0);
  shop.setBranch("loop/1-x", b);
  expect(await shop.open().append([kept(a, b)], 1)).toBe("appended");
});

it("tells that the branch is gone, moves nothing, and makes it anew only where somebody who resumes the run says so", async () => {
  const shop = aWorkshop();
  const [a, b] = shop.commits;
  await shop.open().append([kept(null, a)], 0);
  shop.repository.git("branch", "-D", "loop/1-x");
  expect(await shop.open().append([kept(a, b)], 1)).toEqual({ reason: "branch_gone", why: "the branch loop/1-x is gone" });
  expect([shop.branch("loop/1-x"), await shop.open().length()]).toEqual([null, 1]);
  expect(await shop.open().append([{ kind: "resumed", at: 1, by: "ana", restores: { branch: "loop/1-x", commit: a } }], 1)).toBe(
    "appended",
  );
  expect(shop.branch("loop/1-x")).toBe(a);
});

it("never moves a branch that somebody has checked out", async () => {
  const shop = aWorkshop();
  const [a, b] = shop.commits;
  await shop.open().append([kept(null, a)], 0);
  shop.repository.git("checkout", "-q", "loop/1-x");
  await expect(shop.open().append([kept(a, b)], 1)).rejects.toMatchObject({
    service: "journal",
    message: expect.stringContaining(`the branch loop/1-x is checked out in ${shop.repository.folder}`),
  });
  expect([shop.branch("loop/1-x"), await shop.open().length()]).toEqual([a, 1]);
  expect(shop.repository.git("status", "--porcelain")).toBe("");
});

it("moves the branch without hooks, and leaves HEAD, index and files alone", async () => {
  const shop = aWorkshop();
  const canary = join(shop.repository.home, "canary");
  mkdirSync(join(shop.repository.gitDir, "hooks"), { recursive: true });
  writeFileSync(join(shop.repository.gitDir, "hooks", "reference-transaction"), `#!/bin/sh\ntouch '${canary}'\n`, { mode: 0o755 });
  const before = shop.repository.git("status", "--porcelain") + readFileSync(join(shop.repository.gitDir, "HEAD"), "utf8");
  await shop.open().append([kept(null, shop.commits[0])], 0);
  expect(shop.repository.git("status", "--porcelain") + readFileSync(join(shop.repository.gitDir, "HEAD"), "utf8")).toBe(before);
  expect(existsSync(canary)).toBe(false);
  shop.setBranch("control", shop.commits[0]);
  expect(existsSync(canary)).toBe(true);
});

it("a commit that does not exist, or a name that cannot be a branch, is a failure and moves nothing", async () => {
  const shop = aWorkshop();
  await expect(shop.open().append([kept(null, "1".repeat(40))], 0)).rejects.toMatchObject({ service: "journal" });
  await expect(shop.open().append([kept(null, shop.commits[0], "a..b")], 0)).rejects.toMatchObject({ service: "journal" });
  expect(await shop.open().load()).toEqual({ kind: "missing" });
});

it("writes the views after each append, and puts them right when they differ [S4.07]", async () => {
  const shop = aWorkshop();
  await shop.open().append([note("a"), note("b")], 0);
  const run = join(shop.folder, "run.json");
  const artifact = join(shop.folder, "artifact.md");
  expect([readFileSync(run, "utf8"), readFileSync(artifact, "utf8")]).toEqual(['{"status":"running","events":2}\n', "# 2\n"]);
  await shop.open().load();
  expect(shop.healed).toEqual([]);
  writeFileSync(run, '{"status":"completed"}\n');
  rmSync(artifact);
  expect(await shop.open().load()).toMatchObject({ kind: "events" });
  expect(shop.healed).toEqual(["written anew, because it differed from the history: run.json, artifact.md"]);
  expect([readFileSync(run, "utf8"), readFileSync(artifact, "utf8")]).toEqual(['{"status":"running","events":2}\n', "# 2\n"]);
});

it("waits for another writer, and after five seconds says who it is", async () => {
  const shop = aWorkshop();
  await shop.open().append([note("a")], 0);
  const lock = join(shop.folder, "history.lock");
  writeFileSync(lock, `${JSON.stringify({ pid: process.pid, since: 0, birth: null })}\n`);
  let time = 0;
  const sleep = async (ms: number): Promise<void> => {
    time += ms;
  };
  const clock = { now: () => time, sleep };
  await expect(shop.openWith(clock).append([note("b")], 1)).rejects.toMatchObject({
    service: "journal",
    retryable: true,
    message: `${lock} is held by process ${process.pid} since 1970-01-01T00:00:00.000Z; end it, or remove the file`,
  });
  expect(time).toBe(5000);
  const letGo = async (): Promise<void> => rmSync(lock, { force: true });
  expect(await shop.openWith({ ...REAL_CLOCK, sleep: letGo }).append([note("b")], 1)).toBe("appended");
  expect(existsSync(lock)).toBe(false);
});

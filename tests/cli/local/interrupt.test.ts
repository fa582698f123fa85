/** A run that is stopped, interrupted or killed in the middle, and goes on. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { account } from "../../builders/atoms.ts";
import { casesOf } from "../../house/proofs.ts";
import { slowWorker, story } from "../script.ts";
import { ALIAS, aStage, leftIn, type Program, type Stage, untouched } from "../stage.ts";

/** No other process of this machine sleeps for just so long. */
const SECONDS = `300.${process.pid}`;

let stage: Stage;
afterEach(() => stage.close());

/** A run whose worker has been asked and does not answer for a long time. */
async function busy(): Promise<Program> {
  stage = await aStage({ script: story(slowWorker(60_000)) });
  const program = stage.start(["new", stage.issue, "--yes"]);
  await program.said("Iteration 1:");
  await atWork();
  return program;
}

async function atWork(): Promise<void> {
  while (!stage.model.requests.some(({ role }) => role === "worker")) await sleep(20);
}

const kinds = (): readonly string[] => stage.journal().map(({ event }) => event);

it.each(casesOf(1, "SIGINT" as const, "SIGTERM" as const, "SIGHUP" as const))(
  "ends cleanly on %s, and goes on to the end when it is resumed",
  async (signal) => {
    const program = await busy();
    const before = untouched(stage.repository);
    program.child.kill(signal);
    const { code, out, err } = await program.ended;
    expect(err).toContain("Stopping: the work so far is kept.");
    expect(out).toContain("stop_reason      user_stop");
    expect(out).toContain(`loopwright resume ${ALIAS}`);
    expect(code).toBe(1);
    expect(leftIn(stage.temp)).toEqual([]);
    expect(untouched(stage.repository)).toBe(before);
    expect(await stage.run("status")).toMatchObject({ err: expect.stringContaining(`the last one was ${ALIAS}`) });

    const resumed = await stage.run("resume", "--expect", "threshold_reached");
    expect(resumed.code, resumed.err).toBe(0);
    expect(kinds()).toContain("resumed");
    expect(untouched(stage.repository)).toBe(before);
    expect(leftIn(stage.temp)).toEqual([]);
  },
);

it("ends at once when it is interrupted twice, and goes on from its journal", async () => {
  const program = await busy();
  program.child.kill("SIGINT");
  program.child.kill("SIGINT");
  const { code, signal } = await program.ended;
  expect([code, signal]).not.toEqual([0, null]);
  expect(await stage.run("status", "--run", ALIAS)).toMatchObject({ code: 0 });
});

it("goes on after SIGKILL: the lock of a dead process is taken over, and that of a living one is not [CR-04, CR-12]", async () => {
  const program = await busy();
  const before = untouched(stage.repository);
  expect(await stage.run("resume")).toMatchObject({ code: 2, err: expect.stringContaining("is driving this run since") });
  program.child.kill("SIGKILL");
  expect((await program.ended).signal).toBe("SIGKILL");
  expect(existsSync(stage.file("driver.lock"))).toBe(true);
  expect(untouched(stage.repository)).toBe(before);
  expect(await stage.run("status")).toMatchObject({ code: 0, out: expect.stringContaining(`${ALIAS}: Running`) });

  const resumed = await stage.run("resume", "--expect", "threshold_reached");
  expect(resumed.code, resumed.err).toBe(0);
  expect(kinds()).not.toContain("resumed");
  expect(existsSync(stage.file("driver.lock"))).toBe(false);
  expect(untouched(stage.repository)).toBe(before);
});

it.each(casesOf(1, "Kept:", "Produced", "Setup done", "Audit at"))("goes on to the end after SIGKILL right after %j", async (moment) => {
  stage = await aStage();
  const before = untouched(stage.repository);
  const program = stage.start(["new", stage.issue, "--yes"]);
  await program.said(moment);
  program.child.kill("SIGKILL");
  await program.ended;
  const resumed = await stage.run("resume", "--expect", "threshold_reached");
  expect(resumed.code, resumed.err).toBe(0);
  const replayed = await stage.run("replay", stage.file("history.jsonl"));
  expect(replayed.out).toBe(readFileSync(stage.file("run.json"), "utf8"));
  expect(untouched(stage.repository)).toBe(before);
});

it("is stopped by another process while its worker is at a slow turn", async () => {
  const program = await busy();
  const stop = await stage.run("stop", "enough", "of", "this");
  expect(stop).toMatchObject({ code: 0, out: `Asked process ${program.child.pid}, which is at work on ${ALIAS}, to stop.\n` });
  const { code, out } = await program.ended;
  expect(out).toContain("enough of this");
  expect(code).toBe(1);
  expect(leftIn(stage.temp)).toEqual([]);
  expect(kinds().filter((kind) => kind === "stopped")).toHaveLength(1);
});

it("refuses a second driver, and the first goes on", async () => {
  const program = await busy();
  const history = readFileSync(stage.file("history.jsonl"), "utf8");
  const second = await stage.run("resume");
  expect(second.err).toContain(`process ${program.child.pid} is driving this run`);
  expect(second.code).toBe(2);
  expect(await stage.run("approve")).toMatchObject({
    code: 2,
    err: expect.stringContaining("does not wait for an approval: it is running"),
  });
  expect(readFileSync(stage.file("history.jsonl"), "utf8")).toBe(history);
  program.child.kill("SIGINT");
  await program.ended;
});

it("stops a run that waits for approval, without a model or a key", async () => {
  stage = await aStage();
  await stage.run("new", stage.issue);
  const asked = stage.model.requests.length;
  const stop = await stage.runWith({ env: { ANTHROPIC_API_KEY: undefined } }, "stop");
  expect(stop).toMatchObject({ code: 0, out: expect.stringContaining("stop_reason      user_stop") });
  expect(stage.model.requests).toHaveLength(asked);
  expect(await stage.run("approve", "--run", ALIAS)).toMatchObject({ code: 2, err: expect.stringContaining("it is stopped") });
});

it("stops the run of a worker that was killed", async () => {
  const program = await busy();
  program.child.kill("SIGKILL");
  await program.ended;
  expect(await stage.run("stop")).toMatchObject({ code: 0, out: expect.stringContaining("stop_reason      user_stop") });
  expect(await stage.run("resume", ALIAS, "--expect", "threshold_reached")).toMatchObject({ code: 0 });
});

it("kills the commands of a worker that is interrupted", async () => {
  const exec = { tool: "exec", input: { command: `exec sleep ${SECONDS}` } };
  stage = await aStage({ script: story({ worker: [{ reply: { calls: [exec] } }, { reply: { json: account(true) }, repeat: true }] }) });
  const program = stage.start(["new", stage.issue, "--yes"]);
  await program.said("Iteration 1:");
  while (sleepers() === 0) await sleep(20);
  program.child.kill("SIGINT");
  await program.ended;
  expect(sleepers()).toBe(0);
  expect(leftIn(stage.temp)).toEqual([]);
});

/** Processes that run exactly the command above. */
function sleepers(): number {
  return readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && commandOf(pid) === `sleep\u0000${SECONDS}\u0000`).length;
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    // It ended between the two looks.
    return "";
  }
}

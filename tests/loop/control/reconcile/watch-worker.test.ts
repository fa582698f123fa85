/** Without webhooks of workflow runs: before it hears anything, the desk looks after a run whose workflow run is over or has not been heard of, and no other. */
import { expect, it } from "vitest";
import { handoverDigestOf } from "#core/approval/run-handover.ts";
import { sha256 } from "#core/values/digest.ts";
import { readRun } from "#loop/context/read-run.ts";
import { type ExpectedWorkflowRun, watchWorker } from "#loop/control/reconcile/watch-worker.ts";
import { Failure } from "#ports/failure.ts";
import { approved, atWork, type DeskStage, deskStage, planned } from "../stage.ts";
import { passed } from "../verified.ts";

/** Looks with a GitHub on which every workflow run is over, or goes on. Gives what it was asked for. */
async function look({ desk, run }: DeskStage, over: boolean): Promise<readonly ExpectedWorkflowRun[]> {
  const asked: ExpectedWorkflowRun[] = [];
  await watchWorker(desk, async (counted) => {
    asked.push(counted);
    return over
      ? { id: counted.id ?? "77", title: `Loopwright #7 ${run().runId} ${counted.handOverDigest}`, conclusion: "cancelled" }
      : null;
  });
  return asked;
}

it.each([
  { when: "it was at work", make: atWork, id: "9001" },
  { when: "it waited for its verdict", make: passed, id: "9001" },
  { when: "nobody took it up, and nobody wrote its number down", make: approved, id: null },
])("ends a run whose workflow run is over when $when", async ({ make, id }) => {
  const stage = await make();
  const seal = handoverDigestOf(stage.run());
  expect(await look(stage, true)).toMatchObject([{ id, handOverDigest: seal }]);
  expect([stage.run().stage, stage.run().ending]).toEqual(["failed", "worker_lost"]);
  expect(stage.letters("result")[0]).toContain("ended (cancelled) and left the run behind");
  expect(await look(stage, true)).toEqual([]);
});

it("leaves a run alone whose workflow run goes on, and asks once which run is active", async () => {
  const stage = await atWork();
  const before = stage.kinds();
  let asked = 0;
  const desk = { ...stage.desk, active: () => (asked++ === 0 ? stage.desk.active() : expect.fail("asked again")) };
  const after = await watchWorker(desk, async () => null);
  const journal = await after.active();
  expect(journal === null ? null : (await readRun(journal)).worker).toBe("9001");
  expect(stage.kinds()).toEqual(before);
});

it.each([
  { when: "the run waits for an approval", make: planned },
  { when: "there is no run", make: async () => deskStage() },
])("asks for no workflow run when $when", async ({ make }) => {
  const stage = await make();
  const before = stage.kinds();
  expect(await look(stage, true)).toEqual([]);
  expect(stage.kinds()).toEqual(before);
});

it("leaves what cannot be read to whoever hears, and passes on what may pass", async () => {
  const stage = await atWork();
  stage.store().unreadable = "line 9: not JSON";
  expect(await look(stage, true)).toEqual([]);
  const broken = (retryable: boolean) => ({
    ...stage.desk,
    active: () => Promise.reject(new Failure("journal", "current.json names no run", { retryable })),
  });
  expect(await watchWorker(broken(false), async () => null)).toMatchObject({ workflow: stage.desk.workflow });
  await expect(watchWorker(broken(true), async () => null)).rejects.toThrow("names no run");
});

/** Up to a workflow run, number 9001, that holds the run for ten minutes. */
async function held(): Promise<DeskStage> {
  const stage = await approved();
  const until = stage.time.now + 600_000;
  await stage.works({ kind: "consumed", handover: handoverDigestOf(stage.run()) ?? "", keyHash: sha256("key"), worker: "9001", until });
  return stage;
}

it("has another machine take over from one that has said nothing for ten minutes: first the journal, then its workflow run [CR-05]", async () => {
  const stage = await held();
  await look(stage, false);
  expect([stage.run().claimed, stage.github.cancelled]).toEqual([true, []]);
  stage.time.now += 600_000;
  await look(stage, false);
  expect([stage.run().stage, stage.run().claimed, stage.github.runs.length]).toEqual(["running", false, 2]);
  const said = (stage.store().events ?? []).find(({ kind }) => kind === "worker_replaced");
  expect(said).toMatchObject({ worker: "9001", why: "the workflow run 9001 said nothing for 10 minutes and left the run behind" });
  expect(stage.github.cancelled).toEqual(["9001"]);
  const before = stage.kinds();
  await look(stage, false);
  expect(stage.kinds()).toEqual(before);
});

it("takes over where the old workflow run cannot be cancelled, and says that it may go on in vain", async () => {
  const stage = await held();
  stage.time.now += 700_000;
  stage.github.refuse("cancel", { retryable: false });
  await look(stage, false);
  expect([stage.run().claimed, stage.github.runs.length]).toEqual([false, 2]);
  expect(stage.warnings.at(-1)).toContain("the workflow run 9001 goes on until it sees for itself that its run is over");
});

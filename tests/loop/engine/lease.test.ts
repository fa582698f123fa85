/** A worker holds its run while it works, and one that lost it writes nothing that counts (S5, J2, CR-05). */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { LEASE_MS, leasedUntil } from "#core/approval/lease.ts";
import type { Event, EventDraft } from "#core/events/event.ts";
import { sha256 } from "#core/values/digest.ts";
import { RUN_STATION } from "#loop/context/station.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { drive } from "#loop/engine/drive.ts";
import { Interrupted } from "#ports/failure.ts";
import { type Bench, bench, planned, script } from "../bench.ts";

const MINUTE = 60_000;
const REPLACED: EventDraft = { kind: "worker_replaced", worker: "901", why: "gone" };
const BY_ANOTHER: EventDraft = { kind: "consumed", handover: sha256("b"), keyHash: sha256("k"), worker: "902", until: 9e12 };

/** A bench with an approved plan. `meanwhile` happens while the planner is asked. */
async function approved(meanwhile: (made: Bench) => Promise<void>): Promise<Bench> {
  const made: Bench = await bench(
    script({
      planner: [
        async () => {
          await meanwhile(made);
          return planned() as object;
        },
      ],
    }),
  );
  await made.go();
  await made.consent();
  return made;
}

/** Somebody else writes. */
async function writes(made: Bench, ...drafts: readonly EventDraft[]): Promise<void> {
  const { rev } = await made.run();
  const events = drafts.map((draft) => ({ ...draft, at: Date.now() }) as Event);
  expect(await made.journal.append(events, rev)).toBe("appended");
}

/** Works as the workflow run 901, at a time that the story moves on. `left`: milliseconds until its job is killed. */
function works(made: Bench, time = { later: 0 }, left?: number) {
  const clock = { ...made.kit.clock, now: () => Date.now() + time.later };
  const ends = left === undefined ? {} : { endsAt: Date.now() + left };
  // As the port says: who is interrupted while the model thinks gets no answer.
  const reply: StepContext["model"]["reply"] = async (prompt, signal) => {
    const answer = await made.kit.model.reply(prompt, signal);
    if (signal.aborted) throw new Interrupted("aborted");
    return answer;
  };
  const model = { ...made.kit.model, reply };
  return drive(made.journal, RUN_STATION, { ...made.kit, worker: "901", clock, pollInterval: 5, model, ...ends });
}

it.each([
  { what: "another worker holds the run", drafts: [REPLACED, BY_ANOTHER], stage: "running", consumed: true },
  { what: "nobody holds the run yet", drafts: [REPLACED], stage: "running", consumed: false },
])("a worker ends when $what, and of its step only the price is written down", async ({ drafts, stage, consumed }) => {
  const made = await approved((bench) => writes(bench, ...drafts));
  expect(await works(made)).toMatchObject({ stage });
  const run = await made.run();
  expect([run.claimed, run.progress.steps, run.progress.step]).toEqual([consumed, [], "PLAN"]);
  const [last] = (made.store.events ?? []).slice(-1);
  expect(last).toMatchObject({ kind: "step_interrupted", epoch: 1, spend: { calls: 1 } });
  expect(run.errorState).toBe(null);
  expect(made.model.left()).toHaveProperty("worker");
});

it("says again, in the midst of a step, that it holds the run", async () => {
  const time = { later: 0 };
  const made = await approved(async (bench) => {
    time.later = 5 * MINUTE;
    while (!bench.kinds().includes("lease_renewed")) await sleep(5);
  });
  const before = Date.now();
  expect(await works(made, time)).toMatchObject({ stage: "verifying" });
  const [renewed] = (made.store.events ?? []).filter((event) => event.kind === "lease_renewed");
  expect(renewed).toMatchObject({ epoch: 1 });
  expect(renewed?.until).toBeGreaterThanOrEqual(before + 5 * MINUTE + LEASE_MS);
  expect(made.kinds()).toContain("plan_created");
});

it("goes on after it slept through its lease, where nobody has taken the run over", async () => {
  const time = { later: 0 };
  const made = await approved(() => {
    time.later = 20 * MINUTE;
    return Promise.resolve();
  });
  expect(await works(made, time)).toMatchObject({ stage: "verifying" });
  expect(made.kinds().filter((kind) => kind === "plan_created")).toHaveLength(1);
});

it("marks what it writes with the epoch in which it holds the run; off GitHub nothing is marked", async () => {
  const made = await approved(() => Promise.resolve());
  await works(made);
  const marked = (made.store.events ?? []).map(({ kind, epoch }) => [kind, epoch] as const);
  expect(marked.filter(([kind]) => ["approved", "consumed", "setup_done", "loop_passed"].includes(kind))).toEqual([
    ["approved", undefined],
    ["consumed", 0],
    ["setup_done", 1],
    ["loop_passed", 1],
  ]);
  expect(leasedUntil(await made.run())).toBe(null);
  const local = await approved(() => Promise.resolve());
  await local.go();
  expect((local.store.events ?? []).every(({ epoch }) => epoch === undefined)).toBe(true);
});

const kindsOf = (made: Bench): readonly string[] => made.kinds().filter((kind) => kind !== "lease_renewed");

it("hands the run on a quarter of an hour before its job is killed, and does nothing more [CR-07]", async () => {
  const time = { later: 0 };
  const made = await approved(() => {
    time.later = 46 * MINUTE;
    return Promise.resolve();
  });
  expect(await works(made, time, 60 * MINUTE)).toMatchObject({ stage: "running" });
  const run = await made.run();
  expect([run.claimed, run.replaced, kindsOf(made).slice(-2)]).toEqual([false, 1, ["atom_started", "worker_replaced"]]);
  expect((made.store.events ?? []).at(-1)).toMatchObject({ why: "the workflow run 901 has no time left and left the run behind" });
});

it("gives a step up that would be killed with its job, and goes on from there on another machine", async () => {
  const time = { later: 0 };
  const made = await approved(async () => {
    time.later = 56 * MINUTE;
    await sleep(200);
  });
  expect(await works(made, time, 60 * MINUTE)).toMatchObject({ stage: "running" });
  expect(kindsOf(made).slice(-2)).toEqual(["step_interrupted", "worker_replaced"]);
  expect([(await made.run()).errorState, (await made.run()).claimed]).toEqual([null, false]);
});

/** The journal under a run that is driven: missing, broken, moved by others, or refusing what would be written. */
import { expect, it } from "vitest";
import { EVERYWHERE } from "#loop/context/station.ts";
import { drive } from "#loop/engine/drive.ts";
import { Failure } from "#ports/failure.ts";
import { account } from "../../builders/atoms.ts";
import { sayTo } from "../../builders/loop-context.ts";
import { answers, calls } from "../../fakes/scripted-model.ts";
import { bench, HYDRATION, MENDED, script } from "../bench.ts";

it("gives up on a journal that moves at every append", async () => {
  const made = await bench(script());
  const journal = { ...made.journal, append: () => Promise.resolve("conflict" as const) };
  await expect(drive(journal, { name: "desk", performs: ["hydrate"] }, made.kit)).rejects.toThrow("the journal moved 5 times");
});

it("runs nothing on a journal that is missing or cannot be read [M0.05]", async () => {
  const made = await bench(script());
  made.store.unreadable = "line 3: torn";
  expect(await made.go()).toMatchObject({ stage: "blocked", stopReason: "state_unreadable" });
  made.store.events = null;
  await expect(made.go()).rejects.toThrow("state_unreadable: line 3: torn");
  made.store.unreadable = null;
  await expect(made.go()).rejects.toThrow("this run has no history");
  expect(made.model.prompts).toEqual([]);
});

it("begins no step before the one before it is written down [S1.18]", async () => {
  const made = await bench(script());
  const { journal, model } = made;
  const early: string[] = [];
  const append: typeof journal.append = async (events, rev) => {
    const asked = model.prompts.length;
    await new Promise((resolve) => setTimeout(resolve, 30));
    if (model.prompts.length !== asked) early.push(events.map(({ kind }) => kind).join(", "));
    return journal.append(events, rev);
  };
  const slow = { ...journal, append };
  await drive(slow, EVERYWHERE, made.kit);
  await made.consent();
  expect(await drive(slow, EVERYWHERE, made.kit)).toMatchObject({ stage: "completed" });
  expect(model.prompts.length).toBeGreaterThan(5);
  expect(early).toEqual([]);
});

it("lets a second worker of the same hand-over find it taken [S4.18, C4.20]", async () => {
  const made = await bench(script());
  await made.go();
  await made.consent();
  const first = drive(made.journal, { name: "bench", performs: ["consume"] }, made.kit);
  const second = drive(made.journal, { name: "bench", performs: ["consume"] }, made.kit);
  await Promise.allSettled([first, second]);
  expect(made.kinds().filter((kind) => kind === "consumed").length).toBe(1);
});

it("counts the work of one of two that took the same step, and of the other one the price alone [S4.18, C4.20]", async () => {
  const made = await bench(script({ hydrator: [answers(HYDRATION), answers(HYDRATION)] }));
  const desk = { name: "desk", performs: ["hydrate" as const] };
  const reports = await Promise.all([drive(made.journal, desk, made.kit), drive(made.journal, desk, made.kit)]);
  expect(reports.map(({ stage }) => stage)).toEqual(["reviewing", "reviewing"]);
  expect(made.kinds()).toEqual(["run_started", "run_hydrated", "step_interrupted"]);
});

it("goes on when somebody writes what changes nothing, and when a look at the journal fails", async () => {
  const made = await bench(
    script({
      worker: [
        async () => {
          await sayTo(made.journal, { kind: "approval_rejected", by: "eve", reasons: ["too late"] });
          await new Promise((resolve) => setTimeout(resolve, 2600));
          return calls(["write_file", { path: "src/split.js", content: MENDED }]);
        },
        answers(account(true)),
      ],
    }),
  );
  await made.go();
  await made.consent();
  let looks = 0;
  const journal = {
    ...made.journal,
    length: () => {
      looks += 1;
      return looks === 1 ? Promise.reject(new Failure("journal", "rate limited", { retryable: true })) : made.journal.length();
    },
  };
  const report = await drive(journal, EVERYWHERE, made.kit);
  expect(report.stage).toBe("completed");
  expect(made.kinds()).not.toContain("step_interrupted");
  expect(looks).toBeGreaterThan(1);
});

it("writes nothing down that could not be read back [S4.20]", async () => {
  const made = await bench(script());
  const workspace = {
    ...made.kit.workspace,
    setup: () => Promise.resolve({ ok: "yes" as never, failed: null, blocked: [], sandbox: "none" as const }),
  };
  await made.go();
  await made.consent();
  await drive(made.journal, EVERYWHERE, { ...made.kit, workspace });
  expect((await made.run()).errorState?.message).toContain("setup_done cannot be written down");
});

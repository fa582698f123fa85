/** The job that verifies reads the journal and writes nothing: what it found is an artifact and a verdict over it. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { openQaVerdict } from "#core/approval/verify-outputs.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import { sha256 } from "#core/values/digest.ts";
import { CONTROL_STATION, RUN_STATION } from "#loop/context/station.ts";
import type { StepContext } from "#loop/context/step-context.ts";
import { drive } from "#loop/engine/drive.ts";
import { runVerifyJob } from "#loop/jobs/verify-job.ts";
import { Interrupted } from "#ports/failure.ts";
import * as j from "../../builders/journal.ts";
import { answers, type Turn } from "../../fakes/scripted-model.ts";
import { bench, script } from "../bench.ts";

const MINUTE = 60_000;
const UNTIL_QA = { name: "desk and bench", performs: [...CONTROL_STATION.performs, ...RUN_STATION.performs] };

/** A run that waits for its verdict. */
async function waiting(turns: Readonly<Record<string, readonly Turn[]>> = {}) {
  const made = await bench(script(turns));
  await drive(made.journal, UNTIL_QA, made.kit);
  await made.consent();
  await drive(made.journal, UNTIL_QA, made.kit);
  return made;
}

/** As the port says: who is interrupted while the model thinks gets no answer. */
function interruptible(model: StepContext["model"]): StepContext["model"] {
  return {
    ...model,
    reply: async (prompt, signal) => {
      const answer = await model.reply(prompt, signal);
      if (signal.aborted) throw new Interrupted("aborted");
      return answer;
    },
  };
}

it.each([
  { verdict: "VERIFIED", issues: [], kinds: ["qa_done", "reflection_done"] },
  { verdict: "ISSUES", issues: [{ dimension: "output", severity: "major", problem: "no note", fix: "add one" }], kinds: ["qa_done"] },
] as const)("finds $verdict on a fresh checkout, in events that whoever publishes can hear", async ({ verdict, issues, kinds }) => {
  const made = await waiting({ "qa-verifier": [answers({ verdict, issues })] });
  const [run, before] = [await made.run(), made.kinds()];
  expect(run.stage).toBe("verifying");
  const proof = await runVerifyJob(made.journal, "3", made.kit);
  expect(made.kinds()).toEqual(before);
  const head = run.progress.head.commit;
  expect(proof.verdict).toMatchObject({ verdict, head, base: run.base.commit, attempt: "3", bundle: sha256(proof.bundle) });
  const heard = openQaVerdict(run, { outputs: proof.verdict, bundle: proof.bundle, attempt: "3" });
  expect(heard.ok && heard.drafts.map(({ kind }) => kind)).toEqual(kinds);
  expect(heard.ok && heard.drafts.reduce(evolve, run).spend.calls).toBeGreaterThan(run.spend.calls);
});

it("gives no verdict when the verifier cannot answer, and says why in its events", async () => {
  const nonsense = answers({ opinion: "fine" });
  const made = await waiting({ "qa-verifier": [nonsense, nonsense, nonsense, nonsense] });
  const run = await made.run();
  const { verdict, bundle } = await runVerifyJob(made.journal, "1", made.kit);
  expect(verdict).toMatchObject({ verdict: "NONE", base: "" });
  const heard = openQaVerdict(run, { outputs: verdict, bundle, attempt: "1" });
  expect(heard.ok && heard.drafts.map(({ kind }) => kind)).toEqual(["phase_error", "phase_error", "reflection_done"]);
});

it("proves nothing of a run that somebody stopped", async () => {
  const made = await waiting();
  await made.journal.append(j.timed([j.STOP]), (await made.run()).rev);
  const { verdict, bundle } = await runVerifyJob(made.journal, "1", made.kit);
  expect(verdict.verdict).toBe("NONE");
  expect(bundle).not.toContain("qa_done");
  expect(made.model.left()).toHaveProperty("qa-verifier");
});

it("ends before its job is killed, and says what to change", async () => {
  const time = { later: 0 };
  const late = async (): Promise<object> => {
    time.later = 56 * MINUTE;
    await sleep(200);
    return { verdict: "VERIFIED", issues: [] };
  };
  const made = await waiting({ "qa-verifier": [late] });
  const run = await made.run();
  const clock = { ...made.kit.clock, now: () => Date.now() + time.later };
  const kit = {
    ...made.kit,
    worker: "901",
    clock,
    pollInterval: 5,
    model: interruptible(made.kit.model),
    endsAt: Date.now() + 60 * MINUTE,
  };
  const { verdict, bundle } = await runVerifyJob(made.journal, "1", kit);
  const heard = openQaVerdict(run, { outputs: verdict, bundle, attempt: "1" });
  const drafts = heard.ok ? heard.drafts : [];
  expect(drafts.map(({ kind }) => kind)).toEqual(["step_interrupted", "phase_error", "reflection_done"]);
  const after = j.concluded(drafts.reduce(evolve, run));
  expect([after.ending, after.errorState?.message]).toEqual([
    "phase_error",
    expect.stringContaining("as `timeout-minutes` and as `minutes`"),
  ]);
  expect(after.spend.calls).toBeGreaterThan(run.spend.calls);
});

it("hands on what it cost when its job is told to end, and no verdict", async () => {
  const job = new AbortController();
  const ended = async (): Promise<object> => {
    job.abort();
    return { verdict: "VERIFIED", issues: [] };
  };
  const made = await waiting({ "qa-verifier": [ended] });
  const run = await made.run();
  const kit = { ...made.kit, signal: job.signal, whenAborted: "put_down" as const, model: interruptible(made.kit.model) };
  const { verdict, bundle } = await runVerifyJob(made.journal, "1", kit);
  const heard = openQaVerdict(run, { outputs: verdict, bundle, attempt: "1" });
  expect(heard.ok && heard.drafts).toMatchObject([{ kind: "step_interrupted", step: "VERIFY", putDown: true, spend: { calls: 1 } }]);
});

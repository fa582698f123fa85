import { expect, it } from "vitest";
import { steer } from "#core/commands/steer.ts";
import { EVERYWHERE } from "#loop/context/station.ts";
import { drive } from "#loop/engine/drive.ts";
import { Failure } from "#ports/failure.ts";
import type { Journal } from "#ports/journal.ts";
import { errorLines } from "#text/sections/error-lines.ts";
import { account } from "../../builders/atoms.ts";
import { answers, calls } from "../../fakes/scripted-model.ts";
import { advises, bench, FILES, HYDRATION, journey, MENDED, OK_AUDIT, PREPARED, planned, script, writes } from "../bench.ts";

it("goes from an issue to a publication, and writes every step down; the worker is told the conventions of the base [S1.20, S1.44, S3.58, M1.07, M2.03, C1.20, C3.21, X.08, S1.17, S3.36, S0.62]", async () => {
  const { report, kinds, repository, store, model } = await journey(script(), { files: { ...FILES, "AGENTS.md": "Use two blanks.\n" } });
  expect(report).toMatchObject({ stage: "completed", stopReason: "threshold_reached", score: 1, level: "B", pr: 7, iteration: 1 });
  expect(kinds().filter((kind) => kind !== "audit_done")).toEqual([
    "run_started",
    "run_hydrated",
    "plan_reviewed",
    "approval_requested",
    "approved",
    "consumed",
    "setup_done",
    "base_scored",
    "plan_created",
    "atom_started",
    "artifact_created",
    "atom_resolved",
    "checks_prepared",
    "evaluation_done",
    "iteration_kept",
    "phase_switched",
    "checks_prepared",
    "evaluation_done",
    "loop_passed",
    "qa_done",
    "reflection_done",
    "publish_requested",
    "base_seen",
    "published",
    "completed",
  ]);
  const timed = (store.events ?? []).flatMap(({ took }) => (took === undefined ? [] : [took.step]));
  expect(timed.slice(0, 7)).toEqual(["HYDRATE", "REVIEW", "CONSUME", "SETUP", "SCORE_BASE", "PLAN", "PRODUCE_PREPARE"]);
  const head = store.branches.get("loop/split") ?? "";
  expect(repository.git("show", "-s", "--format=%P%n%B", head)).toContain("Loop-Atom: A1\nLoop-Score: 1.00 A");
  expect(repository.git("show", `${head}:src/split.js`)).toBe(MENDED.trim());
  expect(model.left()).toEqual({ auditor: expect.any(Number) });
  const told = model.prompts.filter(({ prompt }) => JSON.stringify(prompt.messages[0]).includes("Use two blanks."));
  expect(new Set(told.map(({ role }) => role))).toEqual(new Set(["worker"]));
});

it("stops where a station's commands end, and goes on where the next one begins [M1.08]", async () => {
  const made = await bench(script());
  const desk = { name: "desk", performs: ["hydrate" as const] };
  expect((await drive(made.journal, desk, made.kit)).stage).toBe("reviewing");
  expect((await made.go()).stage).toBe("awaiting_approval");
});

it("keeps the better of two results, and starts again from it [X.08, C1.21]", async () => {
  const worse = "export const split = (\n";
  const { report, run } = await journey(
    script({
      hydrator: [answers(HYDRATION_WITH_WARNING)],
      planner: [planned(), planned(), planned()],
      worker: [...writes("// half\n", "src/half.js"), ...writes(worse), ...writes(MENDED)],
      preparer: [PREPARED, PREPARED, PREPARED, PREPARED],
      critique: [advises(), advises()],
      refiner: [{ text: "Nothing yet." }, { text: "Nothing yet." }],
    }),
    { config: { limits: { iterations: 3 } } },
  );
  const { rows } = (await run()).progress;
  expect(rows.map(({ iteration, level, kept }) => [iteration, level, kept])).toEqual([
    [1, "A", true],
    [2, "A", false],
    [3, "A", true],
    [3, "B", true],
  ]);
  expect(report).toMatchObject({ stage: "completed", iteration: 3 });
});

const HYDRATION_WITH_WARNING = {
  ...HYDRATION,
  rules: [
    ...HYDRATION.rules,
    {
      id: "a.completeness.functions",
      description: "It loads",
      severity: "warn",
      check: { kind: "command", text: "node src/split.js", prints: null },
    },
  ],
};

it("stops at once when somebody stops the run while a model thinks, and says so in the journal [6.9 #20, S2.07]", async () => {
  const made = await bench(
    script({
      worker: [
        async () => {
          const { rev } = await made.run();
          await made.journal.append([{ kind: "stop_requested", at: Date.now(), by: "ana", note: "enough" }], rev);
          await new Promise((resolve) => setTimeout(resolve, 1500));
          return calls(["write_file", { path: "src/split.js", content: MENDED }]);
        },
      ],
    }),
  );
  await made.go();
  await made.consent();
  const report = await made.go();
  expect(report).toMatchObject({ stage: "stopped", stopReason: "user_stop", head: null });
  expect(made.kinds().slice(-4)).toEqual(["stop_requested", "step_interrupted", "reflection_done", "stopped"]);
});

it("turns an aborted signal into a stop that can be resumed", async () => {
  const made = await bench(
    script({
      worker: [
        () => {
          made.stop.abort();
          return calls(["write_file", { path: "src/split.js", content: MENDED }]);
        },
      ],
    }),
  );
  await made.go();
  await made.consent();
  expect(await made.go()).toMatchObject({ stage: "stopped", stopReason: "user_stop" });
  expect(made.kinds()).toContain("step_interrupted");
});

it("tries a step once more when the model fails, then gives up with the reason", async () => {
  const fails = () => {
    throw new Failure("model", "overloaded", { retryable: true });
  };
  const once = await journey(script({ planner: [fails, planned()] }));
  expect([once.report.stage, once.kinds().filter((kind) => kind === "phase_error").length]).toEqual(["completed", 1]);
  expect((once.store.events ?? []).find(({ kind }) => kind === "phase_error")?.took).toBeUndefined();
  const twice = await journey(script({ planner: [fails, fails] }));
  expect(twice.report).toMatchObject({ stage: "failed", stopReason: "phase_error" });
  expect((await twice.run()).errorState).toMatchObject({ step: "PLAN", count: 2, message: "overloaded" });
});

it("tries a step once more after an answer that does not fit, with the same inputs, and fails after the second [S1.58, X.07, 6.9 #6]", async () => {
  const once = await journey(script({ planner: [{ text: "Sure! Here" }, planned()] }));
  expect([once.report.stage, once.kinds().filter((kind) => kind === "phase_error").length]).toEqual(["completed", 1]);
  const asked = once.model.prompts.filter(({ role }) => role === "planner").map(({ prompt }) => prompt.messages);
  expect([asked.length, asked[1]]).toEqual([2, asked[0]]);
  const twice = await journey(script({ planner: [{ text: "Sure! Here" }, answers({ plan: [] })] }));
  expect(twice.report).toMatchObject({ stage: "failed", stopReason: "phase_error" });
  expect(twice.kinds().filter((kind) => kind === "phase_error").length).toBe(2);
  expect((await twice.run()).errorState).toMatchObject({
    step: "PLAN",
    count: 2,
    message: expect.stringContaining("the planner did not fit"),
  });
});

it("takes no plan whose steps serve no active rule, and none of two or six steps [S1.22, S1.61]", async () => {
  const step = { text: "Style", rules: ["b.style.conventions"], open: true };
  const { kinds, run } = await journey(script({ planner: [answers({ plan: [step, step, step] }), answers({ plan: [step, step] })] }));
  expect(kinds().filter((kind) => kind === "phase_error" || kind === "plan_created")).toEqual(["phase_error", "phase_error"]);
  expect((await run()).errorState?.message).toContain("Too small: expected array to have >=3 items");
});

it("refuses a call that its budget cannot pay, and keeps what was done", async () => {
  const { report, run } = await journey(script(), { config: { limits: { tokens: 16_000 } } });
  expect(report).toMatchObject({ stage: "stopped", stopReason: "budget_exceeded" });
  expect((await run()).budgetRefused).toContain("16");
});

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

it("blocks the run at the first audit that does not say OK, before the call runs [6.9 #13, S0.42, M0.06]", async () => {
  const block = { verdict: "BLOCK", issue: "touches what nobody asked for", principle: "P#5", correction: "stay in scope" };
  const { report, run, kinds } = await journey(script({ auditor: [answers(block)] }), { config: { audit: { every: 1 } } });
  expect(report).toMatchObject({ stage: "blocked", stopReason: "audit_block" });
  const after = await run();
  expect([after.audits.last?.issue, after.progress.tree]).toEqual([block.issue, after.base.tree]);
  expect(kinds()).not.toContain("checks_prepared");
});

it("goes on in warn mode, and writes the objection down with what the auditor saw [S0.44, S0.45, S0.46]", async () => {
  const objection = { verdict: "WARN", drift: "expansion", issue: "edits CI", principle: "P5", correction: "take it back" };
  const { report, store } = await journey(script({ auditor: Array.from({ length: 4 }, () => answers(objection)) }), {
    config: { audit: { every: 1, mode: "warn" } },
  });
  expect(report.stage).toBe("completed");
  const [audit] = (store.events ?? []).filter((event) => event.kind === "audit_done");
  expect(audit).toMatchObject({ audit: objection, context: expect.stringContaining('"intent":"Keep empty fields"') });
});

it("blocks when the auditor gives no usable answer [S0.43, C0.02, S0.41]", async () => {
  const { report, run } = await journey(script({ auditor: [{ text: "Looks fine" }, { text: "Really" }] }), {
    config: { audit: { every: 1 } },
  });
  expect(report.stopReason).toBe("audit_block");
  expect((await run()).audits.last?.verdict).toBe("CANNOT_ASSESS");
});

it("does not work without the audit key", async () => {
  const made = await bench(script());
  await made.go();
  await made.consent();
  const report = await drive(
    made.journal,
    { name: "bench", performs: ["consume", "setup", "score_base", "plan", "produce", "reflect"] },
    { ...made.kit, secrets: { auditKey: () => Promise.resolve(null), renew: () => Promise.resolve("5a".repeat(32)) } },
  );
  expect(report).toMatchObject({ stage: "failed", stopReason: "phase_error" });
  expect((await made.run()).errorState?.message).toContain("the audit key of this run is gone");
});

it("asks for another approval when the hand-over is too old", async () => {
  const made = await bench(script());
  await made.go();
  await made.consent();
  const late = { ...made.kit, clock: { ...made.kit.clock, now: () => Date.now() + 25 * 3_600_000 } };
  expect(await drive(made.journal, { name: "bench", performs: ["consume"] }, late)).toMatchObject({
    stage: "awaiting_approval",
    stopReason: "approval_invalid",
  });
});

it("closes a run whose reflector cannot answer, and says that it was not assessed", async () => {
  const { report, run } = await journey(script({ reflector: [{ text: "?" }, { text: "?" }] }));
  expect(report.stage).toBe("completed");
  expect((await run()).reflection?.proposedChange).toBe("not assessed");
});

it("forces an audit before QA, whatever was drawn", async () => {
  const { kinds } = await journey(script({ auditor: [answers(OK_AUDIT)] }), { config: { audit: { every: 100_000 } } });
  const audits = kinds().filter((kind) => kind === "audit_done");
  expect(audits.length).toBe(1);
  expect(kinds().indexOf("audit_done")).toBeGreaterThan(kinds().indexOf("loop_passed"));
});

it("loses no block: an audit that speaks against the work holds, though PREPARE fails beside it", async () => {
  const block = { verdict: "BLOCK", issue: "out of scope", principle: "", correction: "" };
  const fails = async () => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    throw new Failure("model", "overloaded", { retryable: true });
  };
  const { report, kinds } = await journey(script({ auditor: [answers(block)], preparer: [fails, fails] }), {
    config: { audit: { every: 1 } },
  });
  expect(report).toMatchObject({ stage: "blocked", stopReason: "audit_block" });
  expect(kinds().filter((kind) => kind === "audit_done").length).toBe(1);
});

it("goes on when somebody writes what changes nothing, and when a look at the journal fails", async () => {
  const made = await bench(
    script({
      worker: [
        async () => {
          const { rev } = await made.run();
          await made.journal.append([{ kind: "approval_rejected", at: Date.now(), by: "eve", reasons: ["too late"] }], rev);
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

it("ends when somebody moved the branch, says so, and pushes nothing after them; the evaluation is written down [LIFE-11]", async () => {
  const made = await bench(script());
  await made.go();
  await made.consent();
  made.store.branches.set("loop/split", "f".repeat(40));
  expect(await made.go()).toMatchObject({ stage: "stopped", stopReason: "taken_over" });
  const run = await made.run();
  expect(run.gaveUp?.message).toContain("somebody else moved the branch loop/split");
  expect(run.progress.evaluation?.passed).toBe(true);
});

it("pauses where the branch is gone; whoever resumes the run has it made anew at the last commit that was kept", async () => {
  const made = await bench(script());
  await made.go();
  await made.consent();
  const unmoved = { reason: "branch_gone" as const, why: "the branch loop/split is gone" };
  const append: Journal["append"] = async (events, after) =>
    events.some(({ kind }) => kind === "iteration_kept") ? unmoved : made.journal.append(events, after);
  expect(await drive({ ...made.journal, append }, EVERYWHERE, made.kit)).toMatchObject({ stage: "paused", stopReason: "branch_gone" });
  const run = await made.run();
  expect([run.ending, run.progress.evaluation?.passed, run.progress.head.commit]).toEqual(["branch_gone", true, run.base.commit]);
  expect(steer(run, { word: "resume", by: "ana", text: "" })).toEqual({
    kind: "said",
    draft: { kind: "resumed", by: "ana", restores: { branch: "loop/split", commit: run.base.commit } },
  });
});

it("ends at once, with the words of the refusal, where the branch may not be moved", async () => {
  const made = await bench(script());
  await made.go();
  await made.consent();
  const unmoved = { reason: "push_refused" as const, why: "GitHub answered 422: protected" };
  let sent = 0;
  const append: Journal["append"] = async (events, after) => {
    if (!events.some(({ kind }) => kind === "iteration_kept")) return made.journal.append(events, after);
    sent += 1;
    return unmoved;
  };
  expect(await drive({ ...made.journal, append }, EVERYWHERE, made.kit)).toMatchObject({ stage: "failed", stopReason: "push_refused" });
  expect([sent, (await made.run()).gaveUp?.message]).toEqual([1, unmoved.why]);
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

it("says in the status what setup asked for and did not get: the host and the command, each once, as words [NET-14]", async () => {
  const made = await bench(script());
  const blocked = [
    { command: "npm ci", host: "evil.example:443" },
    { command: "pip install .", host: "POST pypi.org" },
  ];
  await made.go();
  await made.consent();
  const workspace = { ...made.kit.workspace, setup: () => Promise.resolve({ ok: true, failed: null, blocked, sandbox: "none" as const }) };
  await drive(made.journal, EVERYWHERE, { ...made.kit, workspace });
  const run = await made.run();
  expect(run.setup?.details).toBe(
    "not reached, asked for by npm ci: evil.example:443\nnot reached, asked for by pip install .: POST pypi.org",
  );
  const told = errorLines(run);
  expect(told).toContain("Setup asked for more than it may: not reached, asked for by npm ci: evil.example:443");
});

it("judges nothing on a machine where setup fails, though it went well before", async () => {
  const made = await bench(script());
  await made.go();
  await made.consent();
  const steps = { name: "bench", performs: ["consume" as const, "setup" as const] };
  await drive(made.journal, steps, made.kit);
  const failed = { command: "npm ci", result: { exitCode: 1, stdout: "", stderr: "offline", omitted: 0, killed: null, ms: 1 } };
  const workspace = { ...made.kit.workspace, setup: () => Promise.resolve({ ok: false, failed, blocked: [], sandbox: "none" as const }) };
  expect(await drive(made.journal, EVERYWHERE, { ...made.kit, workspace })).toMatchObject({ stage: "failed", stopReason: "phase_error" });
  expect((await made.run()).errorState?.message).toContain("setup fails on this machine: npm ci");
  expect(made.kinds()).not.toContain("base_scored");
});

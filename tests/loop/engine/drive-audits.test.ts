/** Audits beside a run that is driven: when they come, and what their objections do to it. */
import { expect, it } from "vitest";
import type { Event } from "#core/events/event.ts";
import { drive } from "#loop/engine/drive.ts";
import { Failure } from "#ports/failure.ts";
import { auditLines } from "#text/sections/verification-lines.ts";
import { answers, calls } from "../../fakes/scripted-model.ts";
import { bench, journey, MENDED, OK_AUDIT, script, writes } from "../bench.ts";

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

const verdictsIn = (events: readonly Event[] | null) =>
  (events ?? []).flatMap((event) => (event.kind === "audit_done" ? [event.audit.verdict] : []));

it("counts an auditor without a usable answer as no audit: another one follows at the end of the step, and the run goes on [S0.43, C0.02, S0.41]", async () => {
  const { report, store, kinds } = await journey(
    script({ auditor: [{ text: "Looks fine" }, { text: "Really" }, answers(OK_AUDIT), answers(OK_AUDIT)] }),
    { config: { audit: { every: 1 } } },
  );
  expect(report.stage).toBe("completed");
  expect(verdictsIn(store.events)).toEqual(["CANNOT_ASSESS", "OK", "OK"]);
  const [, second = -1] = kinds().flatMap((kind, index) => (kind === "audit_done" ? [index] : []));
  expect(kinds()[second - 1]).toBe("checks_prepared");
});

it("counts a refusal of the auditor as no audit, and does the work once [S0.43]", async () => {
  const { report, store, kinds } = await journey(
    script({ auditor: [{ text: "I cannot help with that", finish: "refused" }, answers(OK_AUDIT), answers(OK_AUDIT)] }),
    { config: { audit: { every: 1 } } },
  );
  expect(report.stage).toBe("completed");
  expect(verdictsIn(store.events)).toEqual(["CANNOT_ASSESS", "OK", "OK"]);
  expect(kinds()).not.toContain("phase_error");
});

it("ends no run because an auditor can never assess it, and says so", async () => {
  const nothing = answers({ ...OK_AUDIT, verdict: "CANNOT_ASSESS", issue: "no output is shown" });
  const { report, store, run } = await journey(script({ auditor: [nothing, nothing, nothing] }), { config: { audit: { every: 1 } } });
  expect(report.stage).toBe("completed");
  expect(verdictsIn(store.events)).toEqual(["CANNOT_ASSESS", "CANNOT_ASSESS", "CANNOT_ASSESS"]);
  expect(auditLines(await run())).toContain("What the auditor could not assess, which stops nothing: no output is shown");
});

it("takes OK for OK whatever is written beside it, and asks again where it names a drift [S0.42]", async () => {
  const none = answers({ verdict: "OK", drift: "none", issue: "None", principle: "N/A", correction: "No correction needed." });
  const contradicts = answers({ verdict: "OK", drift: "expansion", issue: "edits CI", principle: "", correction: "" });
  const { report, store, model } = await journey(script({ auditor: [contradicts, none, none] }), { config: { audit: { every: 1 } } });
  expect([report.stage, verdictsIn(store.events)]).toEqual(["completed", ["OK", "OK"]]);
  expect(model.prompts.filter(({ role }) => role === "auditor")).toHaveLength(3);
});

it("shows the auditor what commands printed and how they ended", async () => {
  const [write, report] = writes(MENDED);
  const worker = [calls(["exec", { command: "echo sums up to $((20+22)); exit 3" }]), write, report].filter((turn) => turn !== undefined);
  const auditor = [answers(OK_AUDIT), answers(OK_AUDIT), answers(OK_AUDIT)];
  const { model } = await journey(script({ worker, auditor }), { config: { audit: { every: 1 } } });
  const asked = model.prompts.filter(({ role }) => role === "auditor").map(({ prompt }) => JSON.stringify(prompt));
  expect(asked).toHaveLength(3);
  for (const prompt of asked.slice(1)) expect(prompt).toMatch(/exec echo sums up .*\(failed\)\\nsums up to 42\\nexit_code: 3/);
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

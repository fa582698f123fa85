/** What a job without rights found counts only where it is whole and about the plan as it stands. */
import { describe, expect, it } from "vitest";
import { dispatchOf, rehearsalDigestOf } from "#core/approval/dispatch.ts";
import { openRehearsal, rehearsalBundleOf, rehearsalOutputsOf } from "#core/approval/rehearsal-outputs.ts";
import type { Event } from "#core/events/event.ts";
import { KEPT_IDS } from "#core/planning/guards.ts";
import { withCommands } from "#core/planning/plan-commands.ts";
import { planOf } from "#core/run/run-facts.ts";
import { sha256 } from "#core/values/digest.ts";
import * as j from "../../builders/journal.ts";

const run = (rehearses: true | "job" | undefined) => {
  const started = j.startedAt(7);
  if (started.kind !== "run_started") throw new Error("bug: it begins a run");
  return j.begun(j.timed([{ ...started, ...(rehearses && { rehearses }) }, j.HYDRATED]));
};
const RUN = run("job");
const PLAN = planOf(RUN);
const COMMANDS = { setup: ["make"], checks: { ...PLAN.checks, test: "make check" }, reasons: [] };
const SHOWN = { setupMs: 5, tests: { green: true, names: 1, ms: 7 }, results: [] };
const TRIED = { ...withCommands(PLAN, COMMANDS), rehearsal: SHOWN };
const rehearsed = (plan: typeof PLAN): Event => ({ kind: "rehearsed", at: 9, plan, broken: [], failed: null });
const bundle = (...events: readonly Event[]) => rehearsalBundleOf(events);
const opened = (text: string | null, over: Partial<{ digest: string; bundle: string }> = {}, of = RUN) =>
  openRehearsal(of, { ...rehearsalOutputsOf(RUN, text ?? ""), ...over }, text);

describe("what a trial has shown", () => {
  it("is taken in with the commands that work", () => {
    expect(opened(bundle(rehearsed(TRIED)))).toEqual({ ok: true, drafts: [rehearsed(TRIED)] });
  });

  it("is taken in with rules on what only looks at the code, but with none that its commands do not make", () => {
    const commands = { ...COMMANDS, checks: { ...COMMANDS.checks, lint: "make lint" } };
    const kept = { ...withCommands(PLAN, commands, KEPT_IDS), rehearsal: SHOWN };
    expect(opened(bundle(rehearsed(kept)))).toEqual({ ok: true, drafts: [rehearsed(kept)] });
    const forged = kept.rules.map((rule) => (rule.id === "a.regression.lint" ? { ...rule, severity: "info" as const } : rule));
    expect(opened(bundle(rehearsed({ ...kept, rules: forged })))).toMatchObject({
      ok: false,
      why: expect.stringContaining("another plan"),
    });
  });

  it("is taken in where nothing can set the repository up, and where the job could not begin", () => {
    const failed: Event = { kind: "rehearsed", at: 9, plan: PLAN, broken: [], failed: "make: not found" };
    const gaveUp: Event = { kind: "gave_up", at: 9, reason: "sandbox_unavailable", message: "no walls" };
    expect(opened(bundle(failed))).toEqual({ ok: true, drafts: [failed] });
    expect(opened(bundle(gaveUp))).toEqual({ ok: true, drafts: [gaveUp] });
  });

  it("leaves out what is not the job's to say", () => {
    const stopped: Event = { kind: "halted", at: 9, reason: "setup_failed" };
    expect(bundle(rehearsed(TRIED), stopped)).toBe(bundle(rehearsed(TRIED)));
    const text = JSON.stringify([stopped]);
    expect(opened(text)).toMatchObject({ ok: false, why: expect.stringContaining("is missing") });
  });

  it.each([
    { what: "no result", text: null, why: "gave no result", over: { digest: "none" } },
    { what: "another plan's digest", text: bundle(rehearsed(TRIED)), why: "about another plan", over: { digest: sha256("x") } },
    { what: "a file that is not there", text: null, why: "is missing" },
    { what: "another file", text: bundle(rehearsed(TRIED)), why: "is missing", over: { bundle: sha256("x") } },
    { what: "nothing", text: bundle(), why: "is missing" },
    { what: "no events", text: "{", why: "is missing" },
    { what: "an easier plan", text: bundle(rehearsed({ ...TRIED, thresholds: { ...PLAN.thresholds, A: 0.1 } })), why: "another plan" },
    { what: "fewer rules", text: bundle(rehearsed({ ...TRIED, rules: TRIED.rules.slice(1) })), why: "gave another plan" },
    { what: "a wider scope", text: bundle(rehearsed({ ...PLAN, scope: { ...PLAN.scope, paths: ["**"] } })), why: "another plan" },
    { what: "a run that waits for none", text: bundle(rehearsed(TRIED)), why: "no plan of it waits", of: run(true) },
  ])("does not count with $what", ({ text, why, over = {}, of = RUN }) => {
    expect(opened(text, over, of)).toMatchObject({ ok: false, why: expect.stringContaining(why) });
  });
});

describe("the workflow run of a run", () => {
  it("begins with the job that tries the plan, under a digest of its own", () => {
    expect(dispatchOf(RUN)).toEqual({ job: "rehearse", digest: rehearsalDigestOf(RUN) });
    expect(rehearsalDigestOf({ ...RUN, missed: 1 })).not.toBe(rehearsalDigestOf(RUN));
  });

  it("is none where whoever makes the plan tries it, or nobody does", () => {
    expect([dispatchOf(run(true)), dispatchOf(run(undefined))]).toEqual([null, null]);
  });
});

/** What the record holds of each role's say: every event that a role said, and none that the driver did. */
import { expect, it } from "vitest";
import type { Event, EventDraft } from "#core/events/event.ts";
import { roleLogAfter } from "#core/run/role-log.ts";
import * as j from "../../builders/journal.ts";
import { anEvaluation } from "../../builders/run.ts";

const after = (...drafts: readonly EventDraft[]) =>
  drafts.reduce<ReturnType<typeof roleLogAfter>>((log, draft, index) => roleLogAfter(log, { ...draft, at: index + 1 } as Event), {});

const evaluated = (passed: boolean): EventDraft => ({ kind: "evaluation_done", evaluation: { ...anEvaluation(), passed } });

it.each<{ says: string; draft: EventDraft | undefined; role: string; result: string }>([
  { says: "a plan", draft: j.HYDRATED, role: "hydrator", result: "plan" },
  { says: "questions", draft: j.asked("This one"), role: "hydrator", result: "questions" },
  { says: "a review", draft: j.PROCEED, role: "plan-critic", result: "PROCEED" },
  { says: "steps", draft: j.PLANNED, role: "planner", result: "1 steps" },
  { says: "work", draft: j.made(j.sha("1")).find(({ kind }) => kind === "artifact_created"), role: "worker", result: "1 files" },
  { says: "checks", draft: j.PREPARED, role: "preparer", result: "0 checks" },
  { says: "a pass", draft: evaluated(true), role: "evaluator", result: "passed" },
  { says: "no pass", draft: evaluated(false), role: "evaluator", result: "not passed" },
  { says: "advice", draft: j.CRITIQUED, role: "critique", result: "1 issues" },
  { says: "a refinement", draft: j.refined(j.sha("2"), j.sha("1")), role: "refiner", result: "1 files" },
  { says: "an audit", draft: j.audited("CANNOT_ASSESS"), role: "auditor", result: "CANNOT_ASSESS" },
  { says: "a verdict", draft: j.qa("ISSUES"), role: "qa-verifier", result: "ISSUES" },
  { says: "a reflection", draft: j.REFLECTED, role: "reflector", result: "Success" },
])("hears $says from the $role [S0.58]", ({ draft, role, result }) => {
  if (draft === undefined) throw new Error("no such event is made");
  expect(after(draft)).toEqual({ [role]: { count: 1, at: 1, result } });
  expect(after(draft, j.kept(j.sha("c")), draft)).toEqual({ [role]: { count: 2, at: 3, result } });
});

it("hears nobody in what the driver does, and in an iteration without work [C0.15]", () => {
  const skipped = { ...j.made(j.sha("1")).find(({ kind }) => kind === "artifact_created"), skipped: true } as EventDraft;
  expect(after(j.kept(j.sha("c")), j.BASE_SCORED, skipped)).toEqual({});
});

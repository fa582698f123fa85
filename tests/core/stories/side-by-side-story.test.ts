/** A run whose atoms are worked on side by side: both begin, their work is merged in order, and what conflicts is done again after. */
import { expect, it } from "vitest";
import { next } from "#core/decide/next.ts";
import type { EventDraft } from "#core/events/event.ts";
import { auditContextOf } from "#core/iteration/audit-context.ts";
import { draftsOfReport } from "#core/iteration/worker-report.ts";
import type { Run } from "#core/run/run.ts";
import { account, anAtom } from "../../builders/atoms.ts";
import * as j from "../../builders/journal.ts";

const [T1, T2] = [j.sha("1"), j.sha("2")];
const ATOMS = [anAtom("A1"), anAtom("A2"), anAtom("A3", { dependsOn: ["A1", "A2"] })];
const REPORT = { success: true, summary: "s", details: "", issues: [], nextSteps: [], ...account(true) };
const SEEN = { tree: T2, changed: ["a.js"], refused: [], toolCalls: 2, lastCalls: [] };

function begun(sideBySide: boolean): readonly EventDraft[] {
  const plan = { ...j.PLAN, atoms: [...ATOMS], ...(sideBySide && ({ sideBySide } as const)) };
  return [{ kind: "run_hydrated", plan }, ...j.BEGUN.slice(1), j.PLANNED];
}
const statuses = ({ graph }: Run): readonly string[] => graph.atoms.map(({ status }) => status);

it("begins all atoms that wait for nothing where the plan says so, and one of them where it does not [S2.25]", () => {
  const both = j.settledRun(...begun(true));
  expect(next(both)).toEqual({ kind: "produce", atom: "A1", beside: ["A2"] });
  expect(statuses(both)).toEqual(["in_progress", "in_progress", "pending"]);
  const one = j.settledRun(...begun(false));
  expect(next(one)).toEqual({ kind: "produce", atom: "A1" });
  expect(statuses(one)).toEqual(["in_progress", "pending", "pending"]);
});

it("shows the auditor all atoms that are in hand", () => {
  const trail = { tools: [], errors: [], pending: null, patch: null };
  expect(auditContextOf(j.settledRun(...begun(true)), trail).atom).toBe("A1: do A1; A2: do A2");
});

it("lays the second over the first, so that each can be taken back alone [S2.25, M2.04]", () => {
  const run = j.settledRun(...begun(true), j.worked(T1, "A1"), j.resolved("A1"), j.worked(T2, "A2"), j.resolved("A2"), j.PREPARED);
  expect(run.graph.atoms.map(({ before, after }) => [before, after])).toEqual([
    [j.PLAN.base.tree, T1],
    [T1, T2],
    [T2, ""],
  ]);
  expect(next(run)).toEqual({ kind: "produce", atom: "A3" });
});

it("keeps nothing of an atom that conflicts, counts no attempt, and does it again over what was merged [S2.25]", () => {
  const merged = [...begun(true), j.worked(T1, "A1"), j.resolved("A1")];
  const over = j.settledRun(...merged);
  const drafts = draftsOfReport(over, "A2", { observed: SEEN, report: REPORT, problem: "", halted: false, conflicts: ["a.js"] });
  expect(drafts).toMatchObject([{ kind: "artifact_created", tree: T1, changed: [], toolCalls: 2, conflicts: ["a.js"] }]);
  const after = j.settledRun(...merged, ...drafts, j.PREPARED);
  expect(after.graph.atoms[1]).toMatchObject({ status: "in_progress", attempts: 0, before: T1 });
  expect(next(after)).toEqual({ kind: "produce", atom: "A2" });
});

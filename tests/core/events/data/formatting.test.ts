import { expect, it } from "vitest";
import type { ChangedPath } from "#core/analysis/changes/changed-path.ts";
import { formatDue, formattedPaths } from "#core/events/data/formatting.ts";
import type { EventDraft } from "#core/events/event.ts";
import { runJsonOf } from "#core/outcome/run-json.ts";
import * as j from "../../../builders/journal.ts";

const [T1, T2] = [j.sha("1"), j.sha("2")];
const PLAN = { ...j.PLAN, checks: { ...j.PLAN.checks, format: "npm run format" } };
const BEGUN: readonly EventDraft[] = [{ kind: "run_hydrated", plan: PLAN }, ...j.BEGUN.slice(1), j.PLANNED];
const formatted = (ok: boolean): EventDraft => ({
  kind: "work_formatted",
  tree: ok ? T2 : T1,
  changed: ok ? ["src/split.js", "src/more.js"] : [],
  ok,
  details: ok ? "" : "npm run format: exit code 1",
});

it.each<{ when: string; drafts: readonly EventDraft[]; due: string | null }>([
  { when: "there is no plan", drafts: [], due: null },
  { when: "nothing was made", drafts: BEGUN, due: null },
  { when: "nothing was changed", drafts: [...BEGUN, ...j.made(j.PLAN.base.tree)], due: null },
  { when: "the work is new", drafts: [...BEGUN, ...j.made(T1)], due: "npm run format" },
  { when: "this tree was evaluated at level A", drafts: [...BEGUN, ...j.made(T1), j.PREPARED, j.evaluated(T1, "A")], due: null },
  { when: "the repository has no such command", drafts: [...j.BEGUN, j.PLANNED, ...j.made(T1)], due: null },
])("formats when $when: $due [S0.61]", ({ drafts, due }) => {
  expect(formatDue(j.settledRun(...drafts))).toBe(due);
});

it("lets stay what the formatter made of files that the work changed, and puts all else back [S0.61]", () => {
  const work: readonly ChangedPath[] = [
    { path: "src/a.js", kind: "modified" },
    { path: "test/a.test.js", kind: "added" },
    { path: "src/old.js", kind: "deleted" },
  ];
  const formatter: readonly ChangedPath[] = [
    ...(["src/a.js", "src/other.js", "test/a.test.js"].map((path) => ({ path, kind: "modified" })) as readonly ChangedPath[]),
    { path: "src/old.js", kind: "added" },
    { path: "cache", kind: "added" },
  ];
  expect(formattedPaths(formatter, work)).toEqual(["src/a.js", "test/a.test.js"]);
  expect(formattedPaths([{ path: "src/a.js", kind: "deleted" }], work)).toEqual([]);
});

it("goes on with the formatted tree, and keeps as a fact of the iteration how it went [S0.61]", () => {
  const run = j.settledRun(...BEGUN, ...j.made(T1), formatted(true));
  expect(run.progress).toMatchObject({ tree: T2, changed: ["src/split.js", "src/more.js"], formatting: { ok: true, details: "" } });
  const failed = j.settledRun(...BEGUN, ...j.made(T1), formatted(false));
  expect(failed).toMatchObject({ stage: "running", errorState: null, progress: { tree: T1, changed: ["src/split.js"] } });
  expect(runJsonOf(failed, String)).toMatchObject({ formatting: { ok: false, details: "npm run format: exit code 1" } });
  expect(j.settledRun(...BEGUN, ...j.made(T1), formatted(false), j.PLANNED).progress.formatting).toBeNull();
});

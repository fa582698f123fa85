/** Which ended runs are old enough to go (CR-20). */
import { expect, it } from "vitest";
import { dueForCleanup, mayCleanUp, RETENTION_MS, shownWorkOf } from "#core/outcome/retention.ts";
import type { Run } from "#core/run/run.ts";
import * as j from "../../builders/journal.ts";

const NOW = Date.parse("2026-06-01T00:00:00Z");
const named = (id: string, at: number, open = false) => ({ id, at, open });

it("looks at what is old and over, some of it at a time, all of it in turn", () => {
  const old = Array.from({ length: 7 }, (_, n) => named(`old-${n}`, NOW - RETENTION_MS - 1 - n));
  const runs = [named("young", NOW), named("open", 0, true), ...old];
  const turns = [0, 1, 2].map((hour) => dueForCleanup(runs, NOW + hour * 3_600_000, 3).map(({ id }) => id));
  expect(turns.map((ids) => ids.length).sort((a, b) => a - b)).toEqual([1, 3, 3]);
  expect([...new Set(turns.flat())].sort()).toEqual(old.map(({ id }) => id));
  expect(dueForCleanup([], NOW, 3)).toEqual([]);
});

const ended = (changes: Partial<Run>): Run =>
  ({ stage: "completed", unreadable: null, updatedAt: NOW - RETENTION_MS - 1, ...changes }) as Run;

it.each<{ what: string; run: Run; may: boolean }>([
  { what: "a completed run", run: ended({}), may: true },
  { what: "a stopped run", run: ended({ stage: "stopped" }), may: true },
  { what: "a failed run", run: ended({ stage: "failed" }), may: true },
  { what: "a run that waits for a word", run: ended({ stage: "paused" }), may: false },
  { what: "a run that ended 30 days ago to the millisecond", run: ended({ updatedAt: NOW - RETENTION_MS }), may: false },
  {
    what: "a run that cannot be read",
    run: ended({ unreadable: "line 3 is no JSON" }),
    may: false,
  },
])("says of $what whether it may go: $may", ({ run, may }) => expect(mayCleanUp(run, NOW)).toBe(may));

it("says what shows the work of a run: its pull request, a draft too, else the branch with what was kept", () => {
  const begun = j.settledRun(...j.BEGUN, j.STOP);
  const kept: Run = { ...begun, progress: { ...begun.progress, head: { ...begun.progress.head, commit: j.sha("c") } } };
  expect([begun, kept, { ...kept, drafted: 9 }].map(shownWorkOf)).toEqual([null, { branch: "loop/split" }, { pull: 9 }]);
});

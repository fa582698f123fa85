import { expect, it } from "vitest";
import type { EventDraft } from "#core/events/event.ts";
import { leftoversOf, obstacleToCleaning } from "#core/outcome/leftovers.ts";
import type { Run } from "#core/run/run.ts";
import * as j from "../../builders/journal.ts";

const T1 = j.sha("1");
const KEPT: readonly EventDraft[] = [
  ...j.BEGUN,
  j.PLANNED,
  ...j.made(T1),
  j.PREPARED,
  j.evaluated(T1, "A", ["a.correctness.logic"]),
  j.kept(j.sha("c")),
];
const stopped = j.settledRun(...KEPT, j.STOP);

it.each<{ run: Run; obstacle: string | null }>([
  { run: j.runOf(), obstacle: "the run split is hydrating: stop it first" },
  { run: j.settledRun(j.HYDRATED, j.PROCEED), obstacle: "is awaiting_approval: stop it first" },
  { run: j.settledRun(...KEPT), obstacle: "is running: stop it first" },
  { run: { ...stopped, unreadable: "line 3" }, obstacle: "cannot be read" },
  { run: stopped, obstacle: null },
  { run: { ...stopped, stage: "completed" }, obstacle: null },
])("cleans away only what is over: $run.stage [S1.05, C1.17]", ({ run, obstacle }) => {
  expect(obstacleToCleaning(run)).toEqual(obstacle === null ? null : expect.stringContaining(obstacle));
});

it("takes the branch along where there is one, and leaves it to its pull request [S1.05, M1.01]", () => {
  expect(leftoversOf(j.settledRun(...j.BEGUN, j.STOP))).toEqual({ branch: null, stays: null });
  expect(leftoversOf(stopped)).toEqual({ branch: { name: "loop/split", commit: j.sha("c") }, stays: null });
  const published = { number: 7, url: null, branch: "loop/split", head: j.sha("c") };
  expect(leftoversOf({ ...stopped, published })).toEqual({ branch: null, stays: "the branch loop/split, which pull request #7 needs" });
});

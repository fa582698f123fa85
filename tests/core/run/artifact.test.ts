import { expect, it } from "vitest";
import type { EventDraft } from "#core/events/event.ts";
import { resultJsonOf } from "#core/outcome/result-json.ts";
import { artifactOf } from "#core/run/artifact.ts";
import * as j from "../../builders/journal.ts";

const [T1, T2] = [j.sha("1"), j.sha("2")];
const MADE: readonly EventDraft[] = [...j.BEGUN, j.PLANNED, ...j.made(T1), j.PREPARED];
const ALL = ["a.correctness.logic", "a.completeness.types"];
const SCORED: readonly EventDraft[] = [...MADE, j.evaluated(T1, "A", ["a.correctness.logic"]), j.kept(j.sha("c"))];

it.each<{ when: string; drafts: readonly EventDraft[]; artifact: ReturnType<typeof artifactOf> }>([
  {
    when: "nothing was made",
    drafts: j.BEGUN,
    artifact: { status: "not_created", hash: null, score: null, lastEvaluatedScore: null },
  },
  { when: "it was made", drafts: MADE, artifact: { status: "unevaluated", hash: "11111111", score: null, lastEvaluatedScore: null } },
  {
    when: "it was evaluated",
    drafts: SCORED,
    artifact: { status: "evaluated", hash: "11111111", score: 1 / 3, lastEvaluatedScore: 1 / 3 },
  },
  {
    when: "it was refined",
    drafts: [...SCORED, j.CRITIQUED, j.refined(T2, T1)],
    artifact: { status: "stale", hash: "22222222", score: null, lastEvaluatedScore: 1 / 3 },
  },
  {
    when: "a refinement left it as it was",
    drafts: [...SCORED, j.CRITIQUED, j.refined(T1, T1)],
    artifact: { status: "evaluated", hash: "11111111", score: 1 / 3, lastEvaluatedScore: 1 / 3 },
  },
  {
    when: "worse work was taken back",
    drafts: [...SCORED, j.CRITIQUED, j.refined(T2, T1), j.PLANNED, ...j.made(T2), j.PREPARED, j.evaluated(T2, "A", ALL)],
    artifact: { status: "evaluated", hash: "11111111", score: 1 / 3, lastEvaluatedScore: 1 / 3 },
  },
])("says of the work, when $when: $artifact.status [S1.52, C1.05, C1.21]", ({ drafts, artifact }) => {
  expect(artifactOf(j.settledRun(...drafts))).toEqual(artifact);
});

it("has no final score after a stop right behind REFINE, and says the last one that was found [S1.52, C1.04, 6.9 #8, U.08]", () => {
  const run = j.settledRun(...SCORED, j.CRITIQUED, j.refined(T2, T1), j.STOP);
  expect(resultJsonOf(run)).toMatchObject({
    stage: "stopped",
    stopReason: "user_stop",
    artifact: "stale",
    score: null,
    lastEvaluatedScore: 1 / 3,
  });
});

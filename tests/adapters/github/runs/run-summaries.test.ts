/** Summaries of runs over the loopback GitHub: as the journal keeps them, a hundred with one request. */
import { expect, it } from "vitest";
import { allRefs, runsOf } from "#adapters/github/runs/matching-refs.ts";
import { runSummaries } from "#adapters/github/runs/run-summaries.ts";
import { iso } from "#adapters/system-clock.ts";
import { runSummaryOf } from "#core/runs/run-summary.ts";
import { journalCodec } from "#text/journal/journal-codec.ts";
import { begun, startedAt, timed } from "../../../builders/journal.ts";
import { AT, aGitHub } from "../../../lab/github/stage.ts";
import { aRefStage } from "../ref-journal/ref-stage.ts";
import { requestsOf } from "../stage.ts";

it("reads the summary of each run, and none where there is none", async () => {
  const github = await aGitHub();
  const events = timed([startedAt(1)]);
  const stage = await aRefStage(github, { ...AT, issue: 1, runId: "sum-20260101-120000" });
  await stage.openWith(stage.api, { codec: journalCodec(iso) }).append(events, 0);
  const old = await aRefStage(github, { ...AT, issue: 2, runId: "old-20260101-120000" });
  await old.open().append(events, 0);
  await old.spoil({ "summary.json": null });
  const runs = runsOf((await allRefs(stage.api, AT)).issues);
  const asked = await requestsOf(github, async () => {
    expect((await runSummaries(stage.api, AT, runs)).map(({ issue, open, summary }) => [issue, open, summary])).toEqual([
      [1, true, runSummaryOf(begun(events))],
      [2, true, null],
    ]);
  });
  expect(asked).toEqual(["POST /graphql"]);
  expect(await requestsOf(github, async () => expect(await runSummaries(stage.api, AT, [])).toEqual([]))).toEqual([]);
  const many = Array.from({ length: 101 }, () => runs[0]).flatMap((run) => run ?? []);
  expect(await requestsOf(github, async () => expect(await runSummaries(stage.api, AT, many)).toHaveLength(101))).toHaveLength(2);
  expect(github.violations).toEqual([]);
});

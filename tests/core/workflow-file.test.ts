/** What the titles of workflow runs say, and to whom they do not speak. */
import { expect, it } from "vitest";
import { titledRun } from "#core/workflow-file.ts";

it.each([
  ["Loopwright #7 split-20260101-000000 0123456789abcdef", { issue: 7, runId: "split-20260101-000000" }],
  ["Loopwright #7 split-20260101-000000", null],
  ["Loopwright #07 split-20260101-000000 0123456789ab", null],
  ["Loopwright #7 ../main 0123456789ab", null],
  ["CI: Loopwright #7 split-20260101-000000 0123456789ab", null],
  ["", null],
])("reads %j as %j", (title, read) => {
  expect(titledRun(title)).toEqual(read);
});

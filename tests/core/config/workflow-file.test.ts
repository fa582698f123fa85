/** What the titles of workflow runs say, and to whom they do not speak. */
import { expect, it } from "vitest";
import { Config } from "#core/config/config.ts";
import { runInTitle, WORKFLOW_FILE } from "#core/config/workflow-file.ts";
import { matchesGlobs } from "#core/values/glob.ts";

it.each([
  ["Loopwright #7 split-20260101-000000 0123456789abcdef", { issue: 7, runId: "split-20260101-000000" }],
  ["Loopwright #7 split-20260101-000000", null],
  ["Loopwright #07 split-20260101-000000 0123456789ab", null],
  ["Loopwright #7 ../main 0123456789ab", null],
  ["CI: Loopwright #7 split-20260101-000000 0123456789ab", null],
  ["", null],
])("reads %j as %j", (title, read) => {
  expect(runInTitle(title)).toEqual(read);
});

it("lies where GitHub looks for workflows, and where no worker may write", () => {
  expect(WORKFLOW_FILE).toMatch(/^\.github\/workflows\/[^/]+\.ya?ml$/);
  expect(matchesGlobs(Config.parse({}).protected, WORKFLOW_FILE)).toBe(true);
});

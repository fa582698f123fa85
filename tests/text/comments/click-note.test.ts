/** A pull request says what to click, where its workflow runs wait for a click, and nowhere else. */
import { expect, it } from "vitest";
import { draftBody, pullRequestBody } from "#text/comments/pull-request.ts";
import { aFinishedRun } from "../../builders/finished-run.ts";
import { sha } from "../../builders/run.ts";

const MOVED = { published: { number: 8, url: null, branch: "loop/7-a", head: sha("9"), title: "Add" } };
const FRESH = { published: null, shown: null, drafted: null };
const CLICK = "selects **Approve workflows to run** in the merge box";

it.each([
  { when: "the workflow opens it", change: FRESH, opener: "workflow", says: `It was opened with the workflow's own token` },
  { when: "an App opens it", change: FRESH, opener: "app", says: null },
  { when: "nothing is opened", change: FRESH, opener: null, says: null },
  { when: "the workflow updates it", change: MOVED, opener: "workflow", says: "Its newest commits were pushed" },
  { when: "an App updates it: the job run pushed", change: MOVED, opener: "app", says: "Its newest commits were pushed" },
  { when: "a draft of an App's is updated", change: { ...FRESH, drafted: 9 }, opener: "app", says: "Its newest commits were pushed" },
] as const)("says what to click, and only where it is true: $when", ({ change, opener, says }) => {
  const run = aFinishedRun(change);
  const draft = draftBody({ ...run, stage: "stopped", ending: "iteration_limit" }, opener);
  for (const text of [pullRequestBody(run, opener), draft]) {
    expect([text.includes(CLICK), text.includes("checks-start.md")]).toEqual([says !== null, says !== null]);
    expect(text).toContain(says ?? "");
  }
});

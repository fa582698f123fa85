/** A review of the pull request carries its run on. */
import { expect, it } from "vitest";
import type { HubOutcome } from "../../demo/hub/outcome.ts";
import { hubFaultsOf } from "../../demo/hub/verdict.ts";
import { played, TIME } from "./played.ts";

/** What stands on the pull request: who, where, and the first line. */
function talkOn({ posts }: HubOutcome): readonly string[] {
  const first = posts.findIndex(({ where }) => where.startsWith("Pull request"));
  return posts.slice(first + 1).map(({ who, where, body }) => `${who}, ${where}: ${body.split("\n")[0]}`);
}

it(
  "goes on after a review under the same approval, moves the pull request, and answers in the thread and for the whole [S2.08, S2.09, M2.02]",
  async () => {
    const outcome = await played("review");
    expect(hubFaultsOf(outcome, "threshold_reached")).toEqual([]);
    expect(talkOn(outcome)).toEqual([
      "ada, Review of #2: CHANGES_REQUESTED: The reader is right now. Please say in the README how quotation marks are written.",
      "ada, src/parse.js:26: Say in a comment why two of them are read as one.",
      expect.stringMatching(/^github-actions.bot., Reply: Done in [0-9a-f]{8}, which changes <code>src.parse.js<.code>[.] The worker says/),
      expect.stringContaining("github-actions[bot], Comment on #2: **Completed**"),
    ]);
  },
  TIME,
);

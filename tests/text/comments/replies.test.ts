/** The last word on a pull request: facts first, the worker's word marked as such, nothing claimed that was not seen. */
import { expect, it } from "vitest";
import type { Run } from "#core/run/run.ts";
import { replyComment, threadReply } from "#text/comments/replies.ts";
import { aFinishedRun, aRow } from "../../builders/finished-run.ts";
import { anEvaluation, sha } from "../../builders/run.ts";

const LINKS = { compare: null };
const THREAD = { comment: 41, path: "src/slug.js", line: 3, text: "Keep the name." };
const SHOWN = { number: 8, url: null, branch: "loop/7-slugs", head: sha("9") };
const passed = anEvaluation({}, { level: "B", tree: sha("3") });

/** A second round, which ended so. */
function again(run: Partial<Run>, changed: readonly string[] = ["src/slug.js"]): Run {
  const row = aRow(3, passed, { changed });
  const progress = { iteration: 3, before: 2, rows: [row], head: { commit: sha("a"), tree: sha("3") }, account: "Renamed @it\nback." };
  return aFinishedRun({ progress, published: { ...SHOWN, head: sha("a") }, shown: SHOWN, ...run });
}

it("says what was done at which commit, and quotes the worker [M2.02]", () => {
  expect(threadReply(again({}), THREAD)).toBe(
    "Done in aaaaaaaa, which changes <code>src/slug.js</code>. The worker says of its work: Renamed @<!-- -->it back.",
  );
  const [headline, lead] = replyComment(again({}), LINKS).split("\n\n");
  expect(headline).toContain("**Completed**");
  expect(replyComment(again({}), LINKS)).toContain("<summary>How the run ended</summary>");
  expect(lead).toContain("Done in aaaaaaaa, which QA verified: it changes <code>src/slug.js</code>. The worker says");
});

it("does not say done of a line in a file that was left as it was", () => {
  const many = Array.from({ length: 12 }, (_, index) => `lib/${index}.js`);
  const said = threadReply(again({}, many), THREAD);
  expect(said).toContain("aaaaaaaa leaves <code>src/slug.js</code> as it was; it changes <code>lib/0.js</code>");
  expect(said).toContain(" and 2 more.");
});

it("says why nothing was done, and which commits nobody verified", () => {
  const stopped: Partial<Run> = { stage: "stopped", ending: "iteration_limit", published: null };
  expect(threadReply(again(stopped), THREAD)).toBe(
    "Not done, because the last allowed iteration did not pass. The branch is at aaaaaaaa: nobody verified the commits after 99999999.",
  );
  const unchanged = { ...again({ ...stopped, ending: "nothing_changed" }), shown: { ...SHOWN, head: sha("a") } };
  expect(threadReply(unchanged, THREAD)).toContain(
    "Nothing was changed: the branch is as QA verified it. The worker says of its work: Renamed",
  );
  expect(threadReply(again({ ...stopped, ending: "nothing_changed" }), THREAD)).toContain(
    "Nothing was changed. The branch is at aaaaaaaa: nobody",
  );
  const told = replyComment(unchanged, LINKS);
  expect([told.includes("Pull request: #8"), told.includes("How the run ended")]).toEqual([true, true]);
  expect(replyComment(again(stopped), LINKS)).not.toContain("How the run ended");
  expect(threadReply({ ...unchanged, ending: "user_stop" }, THREAD)).toBe(
    "Not done, because somebody asked for it. Nothing was added to the branch.",
  );
});

it("says of a review that became a question that nothing was changed, and gives the answer", () => {
  const answer = { claims: [{ claim: "It folds accents.", quotes: [], outputs: [] }], dropped: [] };
  const asked = again({ answer, published: null, ending: "answered" });
  expect(threadReply(asked, THREAD)).toContain("Nothing was changed: what was asked then was a question");
  expect(replyComment(asked, LINKS)).toContain("It folds accents.");
});

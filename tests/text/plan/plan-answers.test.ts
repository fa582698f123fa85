/** How a plan stands, and how it is answered: in the plan comment, and in the one that tells of a plan made anew. */
import { expect, it } from "vitest";
import { Config } from "#core/config/config.ts";
import { newPlanComment } from "#text/plan/new-plan-comment.ts";
import { planComment } from "#text/plan/plan-comment.ts";
import { aPlan } from "../../builders/run.ts";
import { waiting } from "../../builders/waiting-run.ts";

it("shows a plan that nobody has reviewed or been asked about, where only named commands count", () => {
  const run = waiting({ review: null, request: null });
  expect(planComment(run)).toContain("not reviewed");
  expect(planComment(run)).not.toContain("Digest");
  const named = planComment(waiting({ config: { ...run.config, commands: { bare: false } } }));
  expect(named).toContain("<code>/loop approve</code>");
  expect(named).not.toContain("<code>/approve</code>");
});

it("shows on the command line the digest, and no command of GitHub's", () => {
  const text = planComment(waiting({ issue: { ...aPlan().issue, number: null } }));
  expect(text).toContain("Digest: ");
  expect(text).not.toContain("/approve");
});

it("tells of a plan that was made anew, for an edit of its comment tells nobody [M2.01]", () => {
  const corrections = [{ by: "grace", text: "Not the README.", kind: "objective_change" as const, at: 1, asked: [] }];
  expect(newPlanComment(waiting({ corrections }))).toMatchInlineSnapshot(`
    "**The plan was made anew**, as grace asked. It stands in the plan comment above, with the digest <code>dddddddddddddddddddddddddddddddd</code>.

    Read it there; <code>/approve</code> starts it, <code>/redirect &#x3c;text&#x3e;</code> asks for another one.

    "
  `);
  expect(newPlanComment(waiting({ config: Config.parse({ commands: { bare: false } }) }))).toContain("<code>/loop approve</code>");
  expect(planComment(waiting({ stage: "hydrating", request: null, corrections }))).toContain("This plan does not hold any more");
});

const NEWER = { comment: 16, by: "tria_x", written: "2026-01-02T10:05:00Z", url: "https://github.com/o/r/issues/7#issuecomment-16" };

it("says that it is older than a comment, whose, and what to do, until it is approved or another one is made", () => {
  const shown = planComment(waiting({ newerComment: NEWER }));
  expect(shown.split("\n\n")[1]).toBe(
    "**Older than [a comment](https://github.com/o/r/issues/7#issuecomment-16) by tria&#x5f;x**: " +
      "<code>/redirect &#x3c;text&#x3e;</code> takes it in.",
  );
  expect(shown).toContain("The comment is of 2026-01-02T10:05:00Z; whoever approves this plan approves it as it is");
  const named = waiting({ newerComment: NEWER, config: Config.parse({ commands: { bare: false } }) });
  expect(planComment(named)).toContain("<code>/loop redirect &#x3c;text&#x3e;</code> takes it in");
  const approval = { by: "grace", digest: "d".repeat(64), handover: "e".repeat(64), comment: 1, account: 2, at: 0 };
  for (const run of [waiting(), waiting({ newerComment: NEWER, approval }), waiting({ newerComment: NEWER, request: null })])
    expect(planComment(run)).not.toContain("Older than");
});

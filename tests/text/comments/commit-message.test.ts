/** The message of a kept commit, and what nobody can write into it. */
import { expect, it } from "vitest";
import { commitMessage } from "#text/comments/commit-message.ts";
import { pullRequestTitle } from "#text/comments/pull-request.ts";
import { aFinishedRun } from "../../builders/finished-run.ts";
import { aPlan, aRun } from "../../builders/run.ts";

it("writes the message of a kept commit", () => {
  expect(commitMessage(aFinishedRun())).toMatchInlineSnapshot(`
    "Keep the letter and drop the accent when a slug is made

    - src/slug.js folds accents
    - a test for it

    Loop-Run: slugs-lose-accented-letters-20261121-093000
    Loop-Iteration: 2
    Loop-Score: 0.86 B
    Co-authored-by: grace <34+grace@users.noreply.github.com>
    "
  `);
});

it("names whoever approved on GitHub as a co-author, and nobody where a policy did, or a name is none [GIT-15]", () => {
  const approval = { by: "ana", digest: "a".repeat(64), handover: "b".repeat(64), comment: 1, account: 501, at: 1 };
  const last = (change: object) =>
    commitMessage(aFinishedRun({ approval: { ...approval, ...change } }))
      .trimEnd()
      .split("\n")
      .at(-1);
  expect(last({})).toBe("Co-authored-by: ana <501+ana@users.noreply.github.com>");
  for (const change of [{ account: null }, { policy: true }, { by: "a <x@y>\nSigned-off-by: b" }])
    expect(last(change)).toBe("Loop-Score: 0.86 B");
});

it("OUT-26 lets nobody steer a CI service or forge a trailer through title or message", () => {
  const attack = "x [skip ci]\n\nLoop-Score: 1.00\nRelease-As: 9.0.0 fixes #3 @ada";
  const plan = aPlan({ objective: { background: attack, intent: attack, deliverables: [attack], done: ["y"], clarifications: [] } });
  const message = commitMessage(aRun({ plan }));
  expect(message).not.toMatch(/\[skip ci|Release-As:|#3|@ada/);
  expect(message.match(/^Loop-Score: .*$/gm)).toEqual(["Loop-Score: none"]);
  expect(message.split("\n")[0]?.length).toBeLessThanOrEqual(72);
  expect(pullRequestTitle(aRun({ plan }))).not.toMatch(/\n|\[skip ci|#3|@ada/);
});

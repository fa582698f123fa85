/** GitHub refuses what is pushed: each reason ends the run at once, with words that say what to do (GIT-14). The built Action on the local GitHub. */
import { expect, it } from "vitest";
import { as } from "../../action/people.ts";
import { anActionLab, aRepository } from "../../action/stage.ts";

let says = "";
const asked: string[] = [];

/** What the branch's rules say to every move of it. */
function rule(ref: string): string | null {
  if (!ref.startsWith("refs/heads/loop/")) return null;
  asked.push(ref);
  return says;
}

const lab = await anActionLab([aRepository("ruled", { rule })]);

it.each([
  {
    what: "a ruleset or a protected branch",
    words: "GH006: Protected branch update failed for refs/heads/loop/x. Changes must be made through a pull request.",
    cure: "let the rule not hold for",
  },
  {
    what: "signatures that are required",
    words: "Repository rule violations found. Commits must have verified signatures.",
    cure: "whose commits GitHub signs",
  },
  {
    what: "push protection",
    words: "GH013: Repository rule violations found for refs/heads/loop/x. Push cannot contain secrets",
    cure: "push protection sees a secret in the work",
  },
  {
    what: "a workflow file",
    words: "refusing to allow a GitHub App to create or update workflow `.github/workflows/ci.yml` without `workflows` permission",
    cure: "a person makes this change",
  },
  {
    what: "a file that is too large",
    words: "GH001: Large files detected. File a.bin is 120.00 MB; this exceeds GitHub's file size limit of 100.00 MB",
    cure: "it belongs into Git LFS",
  },
  { what: "a repository without room", words: "This repository is over its data quota.", cure: "make room, or raise the quota" },
])("ends once, in words of its own, where GitHub refuses the push because of $what [GIT-14]", async ({ words, cure }) => {
  says = words;
  asked.length = 0;
  const one = await lab.issue({ repository: "ruled" });
  await one.approve();
  await one.over();
  const run = await one.run();
  expect([run.stage, run.ending, run.published, run.progress.head.commit]).toEqual(["failed", "push_refused", null, run.base.commit]);
  expect(run.gaveUp?.message).toContain(cure);
  const told = (await one.comments()).at(-1)?.text ?? "";
  expect(told).toContain("GitHub refuses what was to be pushed");
  expect(told.replaceAll(/<!-- -->|&#x[\da-f]+;/g, "")).toContain(cure.replaceAll(/[`*_]/g, ""));
  expect(asked).toHaveLength(1);
  expect((await as(lab.github, "ada").rest.pulls.list({ owner: "acme", repo: "ruled", state: "all" })).data).toEqual([]);
});

/** The work branch in the hands of others: a person pushes to it, deletes it, or was there first (GIT-10 to GIT-12). The built Action and the real bot on the local GitHub. */
import { expect, it } from "vitest";
import type { Case } from "../../action/case.ts";
import { as } from "../../action/people.ts";
import { anActionLab } from "../../action/stage.ts";
import { HALF, MENDED, story, UNSPLIT, writes } from "../../action/story.ts";
import { aDesk, script } from "../../bot/stage.ts";
import type { GitHub } from "../../lab/github/github.ts";

const lab = await anActionLab();
const AT = { owner: "acme", repo: "allowed" } as const;

/** Level A is kept on the branch; what mends level B waits until it is let go, and somebody else comes in between. */
function slow() {
  const [first, ...rest] = writes(MENDED);
  return story({
    worker: [...writes(HALF), ...writes(MENDED), ...writes(MENDED)],
    critique: [{ reply: { json: { hypotheses: [], issues: [UNSPLIT] } }, repeat: true }],
    refiner: [{ reply: { json: {} }, ...first, fault: { held: true } }, ...rest],
  });
}

const branchOf = (one: Case): string => `loop/${one.number}-split-drops`;

/** Where a branch is on GitHub; null where there is none. */
async function headOf(github: GitHub, branch: string, at: typeof AT | { owner: string; repo: string } = AT): Promise<string | null> {
  const { data } = await as(github, "ada").rest.git.listMatchingRefs({ ...at, ref: `heads/${branch}` });
  return data.find(({ ref }) => ref === `refs/heads/${branch}`)?.object.sha ?? null;
}

/** A commit of a person's on top of this one. */
async function commitOn(github: GitHub, parent: string, path: string): Promise<string> {
  const { git } = as(github, "wim").rest;
  const { data: tree } = await git.createTree({ ...AT, tree: [{ path, mode: "100644", type: "blob", content: "mine\n" }] });
  return (await git.createCommit({ ...AT, message: `Write ${path}`, tree: tree.sha, parents: [parent] })).data.sha;
}

/** A run whose first iteration lies on the branch while its second is at work. */
async function midway(): Promise<{ readonly one: Case; readonly head: string }> {
  const one = await lab.issue({ script: slow() });
  await one.approve();
  await one.asked("refiner");
  const head = await headOf(lab.github, branchOf(one));
  if (head === null) throw new Error("nothing was kept yet");
  return { one, head };
}

it("pushes nothing after a person who pushed to the branch: the run ends as theirs, and says how to go on [GIT-10]", async () => {
  const { one, head } = await midway();
  const theirs = await commitOn(lab.github, head, "NOTES.md");
  await as(lab.github, "wim").rest.git.updateRef({ ...AT, ref: `heads/${branchOf(one)}`, sha: theirs });
  one.model.release();
  await one.over();
  const run = await one.run();
  expect([run.stage, run.ending, run.published, run.progress.head.commit]).toEqual(["stopped", "taken_over", null, head]);
  expect(await headOf(lab.github, branchOf(one))).toBe(theirs);
  expect((await one.comments()).at(-1)?.text).toContain("is in a person&#39;s hands now".replace("&#39;", "'"));
  expect((await one.comments()).at(-1)?.text).toContain(head);
});

it("pauses when somebody deletes the branch, makes it anew only when a maintainer resumes the run, and then goes on [GIT-11]", async () => {
  const { one, head } = await midway();
  await as(lab.github, "wim").rest.git.deleteRef({ ...AT, ref: `heads/${branchOf(one)}` });
  one.model.release();
  await one.over();
  const paused = await one.run();
  expect([paused.stage, paused.ending, await headOf(lab.github, branchOf(one))]).toEqual(["paused", "branch_gone", null]);
  expect((await one.comments()).map(({ text }) => text).join()).toContain("its branch was deleted");
  await one.resume();
  expect(await headOf(lab.github, branchOf(one))).toBe(head);
  await one.over(2);
  const run = await one.run();
  expect([run.stage, run.published?.head]).toEqual(["completed", await headOf(lab.github, branchOf(one))]);
  const { data } = await as(lab.github, "ada").rest.git.getCommit({ ...AT, commit_sha: run.progress.head.commit });
  expect(data.parents.map(({ sha }) => sha)).toEqual([head]);
});

it("adds nothing to a branch that somebody made under our name once the run had begun [GIT-12]", async () => {
  const one = await lab.issue();
  const base = (await one.run()).base.commit;
  const foreign = await commitOn(lab.github, base, "trap.sh");
  await as(lab.github, "wim").rest.git.createRef({ ...AT, ref: `refs/heads/${branchOf(one)}`, sha: foreign });
  await one.approve();
  await one.over();
  const run = await one.run();
  expect([run.stage, run.ending, run.progress.head.commit]).toEqual(["stopped", "taken_over", base]);
  expect(await headOf(lab.github, branchOf(one))).toBe(foreign);
});

it("takes another name where a branch of that name is there at the start, whoever made it [GIT-12]", async () => {
  const { github, newIssue, label, reacted } = await aDesk({ script: script() });
  const issue = await newIssue();
  const at = { owner: "acme", repo: "widget" };
  const { rest } = as(github, "wim");
  const base = (await rest.git.getRef({ ...at, ref: "heads/main" })).data.object.sha;
  const title = (await rest.issues.get({ ...at, issue_number: issue })).data.title;
  const first = `loop/${issue}-${title.toLowerCase().replaceAll(" ", "-")}`;
  for (const name of [first, `${first}-2`]) await rest.git.createRef({ ...at, ref: `refs/heads/${name}`, sha: base });
  await label(issue);
  await reacted("rocket");
  const { data } = await rest.git.listMatchingRefs({ ...at, ref: `loopwright/issue-${issue}/` });
  expect(data.map(({ ref }) => ref.split("/").at(-1))).toContainEqual(expect.stringMatching(/-3-\d{8}-\d{6}$/));
  expect([await headOf(github, first, at), await headOf(github, `${first}-2`, at), await headOf(github, `${first}-3`, at)]).toEqual([
    base,
    base,
    null,
  ]);
});

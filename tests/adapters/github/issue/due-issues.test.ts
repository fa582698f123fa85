/** What the bot remembers of a repository between two looks: marks and numbers, and nothing that anybody wrote. */
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { dueIssues } from "#adapters/github/issue/due-issues.ts";
import { STATUS_LABELS } from "#text/phrases/label.ts";
import { as } from "../../../builders/lab-clients.ts";
import { AT, aGitHub } from "../../../lab/github/stage.ts";

const MINUTE = 60_000;

/** Throws away what nobody holds. */
async function swept(): Promise<void> {
  // What a weak reference was made or asked for in this turn is held until its end.
  await sleep(50);
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

it("holds nothing of an answer, and finds the same when GitHub says that nothing changed", async () => {
  const github = await aGitHub();
  const api = as(github, "ada");
  const { data } = await api.rest.issues.create({ ...AT, title: "Sum is wrong", body: "It subtracts.", labels: ["loop"] });
  await api.rest.issues.createComment({ ...AT, issue_number: data.number, body: "/loop" });
  const main = (await api.rest.git.getRef({ ...AT, ref: "heads/main" })).data.object.sha;
  await api.rest.git.createRef({ ...AT, ref: "refs/loopwright/issue-9/current", sha: main });
  const [answers, statuses]: [WeakRef<object>[], number[]] = [[], []];
  api.hook.after("request", (answer) => void answers.push(new WeakRef(Object(answer.data)[0])));
  api.hook.error("request", (error) => {
    statuses.push(Number(Object(error).status));
    throw error;
  });
  const due = dueIssues(AT, STATUS_LABELS);
  const look = () => due(api, Date.now() + 5 * MINUTE);
  const found = [await look(), await look(), await look()];
  expect([found, statuses]).toEqual([
    [
      [data.number, 9],
      [data.number, 9],
      [data.number, 9],
    ],
    [304, 304, 304, 304, 304],
  ]);
  await swept();
  expect(answers.map((answer) => answer.deref())).toEqual([undefined, undefined, undefined, undefined]);
});

it("finds an issue without a label that somebody asked to begin by a comment or an assignment, and whose webhook may be lost", async () => {
  const github = await aGitHub();
  const ada = as(github, "ada");
  const issue = async (): Promise<number> =>
    (await ada.rest.issues.create({ ...AT, title: "Sum is wrong", body: "It subtracts." })).data.number;
  const says = async (issue_number: number, body: string) => (await ada.rest.issues.createComment({ ...AT, issue_number, body })).data.id;
  const [asked, answered, talked, assigned] = [await issue(), await issue(), await issue(), await issue()];
  const [pull, edited] = [await issue(), await issue()];
  await says(asked, "/loop\n\nPlease.");
  await ada.rest.reactions.createForIssueComment({ ...AT, comment_id: await says(answered, "/loop"), content: "-1" });
  await says(talked, "Somebody should /loop this.");
  await ada.rest.issues.addAssignees({ ...AT, issue_number: assigned, assignees: ["loopwright[bot]"] });
  await ada.rest.issues.addAssignees({ ...AT, issue_number: talked, assignees: ["wim"] });
  const edit = await says(edited, "/loop");
  await expect
    .poll(
      async () => {
        const { data } = await ada.rest.issues.updateComment({ ...AT, comment_id: edit, body: "/loop" });
        return data.updated_at !== data.created_at;
      },
      { interval: 300 },
    )
    .toBe(true);
  await says(pull, "/loop status");
  const due = dueIssues(AT, STATUS_LABELS);
  const look = (later: number) => due(ada, Date.now() + later * MINUTE);
  expect([await look(0.5), await look(5), await look(70)]).toEqual([[], [asked, assigned], []]);
  const main = (await ada.rest.git.getRef({ ...AT, ref: "heads/main" })).data.object.sha;
  await ada.rest.git.createRef({ ...AT, ref: `refs/loopwright/issue-${asked}/sum-is-wrong-20261120-100000`, sha: main });
  // What was said on an issue that has a run is handled with the run, a quarter of an hour long.
  const later = dueIssues(AT, STATUS_LABELS);
  const quarter = 15 * MINUTE * Math.ceil((Date.now() + 20 * MINUTE) / (15 * MINUTE));
  const found = [await later(ada, quarter + MINUTE), await later(ada, quarter + 3 * MINUTE)];
  expect(found).toEqual([[asked, assigned], [assigned]]);
  // Checks of its pull request may be waited for: every quarter of an hour, for hours.
  expect(await later(ada, quarter + 16 * MINUTE)).toContain(asked);
  expect(await later(ada, quarter + 17 * MINUTE)).not.toContain(asked);
  expect(await later(ada, quarter + 181 * MINUTE)).not.toContain(asked);
  expect([github.violations, github.failures]).toEqual([[], []]);
});

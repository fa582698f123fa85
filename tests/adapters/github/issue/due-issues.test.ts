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
    [304, 304, 304],
  ]);
  await swept();
  expect(answers.map((answer) => answer.deref())).toEqual([undefined, undefined, undefined]);
});

/** Whoever says /stop without end takes no room from others. */
import { expect, it } from "vitest";
import { jobsOf } from "../../../bot/jobs/job.ts";
import { openQueue, QUEUE_BOUNDS } from "../../../bot/jobs/queue.ts";
import { webhookOf } from "../../journeys/load/webhooks.ts";
import { aGate } from "./queue-stage.ts";

const silent = { info: () => undefined, warn: () => undefined };

/** The jobs of a comment on issue 7. */
function jobsFor(person: number, comment: number, body: string, labels: readonly string[] = []) {
  const told = JSON.parse(webhookOf({ issue: 7, comment }).body);
  const user = { ...told.comment.user, id: person };
  const issue = { ...told.issue, labels: labels.map((name) => ({ name })) };
  return jobsOf("issue_comment.created", `${comment}`, { ...told, issue, comment: { ...told.comment, body, user } });
}

it("makes a turn of a command, and of a stop a job ahead of it, with who said it", () => {
  const shown = (body: string) => jobsFor(5, 1, body).map(({ delivery, vital, from, ahead = false }) => ({ delivery, vital, from, ahead }));
  const turn = { delivery: "1", vital: true, from: "5", ahead: false };
  expect(shown("/loop approve")).toEqual([turn]);
  expect(shown("/stop")).toEqual([{ ...turn, delivery: "1/ahead", ahead: true }, turn]);
  expect(shown("/status")).toEqual([{ ...turn, vital: false }]);
  expect(shown("Stop it!")).toEqual([]);
});

it("takes a maintainer's stop after a hundred of a stranger's [LIM-04]", async () => {
  const gate = aGate();
  const queue = await openQueue(null, { work: () => gate.passed, tell: () => undefined, hide: (text) => text }, silent);
  const put = (person: number, comment: number) => Promise.all(jobsFor(person, comment, "/stop").map((job) => queue.put(job)));
  const strange = [];
  for (let count = 0; count < 100; count++) strange.push(...(await put(66, count)));
  // In each lane one is in hand, and three wait.
  expect(strange.filter((taken) => taken === "taken")).toHaveLength(8);
  expect(await put(5, 200)).toEqual(["taken", "taken"]);
  gate.open();
  await queue.close();
});

it("lets a few of a thousand comments on a plan that waits wait, and takes the command behind them [LIM-04]", async () => {
  const gate = aGate();
  const queue = await openQueue(null, { work: () => gate.passed, tell: () => undefined, hide: (text) => text }, silent);
  const put = async (comment: number, body: string) => {
    const jobs = jobsFor(66, comment, body, ["loop", "loop:awaiting-approval"]);
    return Promise.all(jobs.map((job) => queue.put(job)));
  };
  const talk = [];
  for (let count = 0; count < 1_000; count++) talk.push(...(await put(count, "Me too.")));
  expect(talk.filter((taken) => taken === "taken").length).toBeLessThanOrEqual(QUEUE_BOUNDS.waiting + 1);
  expect(await put(2_000, "/approve")).toEqual(["taken"]);
  gate.open();
  await queue.close();
});

/** The queue in the process: the laws of all queues, and what memory alone brings with it. */
import { expect, it } from "vitest";
import { inProcessQueue } from "#adapters/queue/in-process.ts";
import { Failure } from "#ports/failure.ts";
import type { QueueEvent } from "#ports/queue.ts";
import { pollJobOf } from "../../../bot/jobs/poll-job.ts";
import { openQueue } from "../../../bot/jobs/queue.ts";
import { QUEUE_LAWS } from "./queue-contract.ts";
import { aGate, aJob, type Bench, benchOf, type Given, noting, until } from "./queue-stage.ts";

function open(given: Given, memory = { remembered: 1_000 }): Promise<Bench> {
  return benchOf(given, (options) => inProcessQueue({ ...options, ...memory }));
}

it.each(QUEUE_LAWS)("$law", ({ holds }) => holds({ open: (given) => open(given), rounds: 100 }));

it("forgets the oldest of many deliveries", async () => {
  const done: string[] = [];
  const { queue } = await open({ work: noting(done) }, { remembered: 2 });
  for (const delivery of ["1", "1", "2", "3", "1"]) await queue.put(aJob(delivery, delivery));
  await queue.drain();
  expect(done).toEqual(["1", "2", "3", "1"]);
});

it("keeps of the bot's jobs a webhook that failed, and no look: the next round repeats it", async () => {
  const told: string[] = [];
  const work = async () => Promise.reject(new Error("a bug"));
  const tell = ({ job, kind }: QueueEvent) => void told.push(`${kind} ${job.delivery}`);
  const queue = await openQueue(null, { work, tell, hide: (text) => text }, { info: () => undefined, warn: () => undefined });
  const repository = { id: 1, name: "widget", node_id: "R_1", default_branch: "main", owner: { login: "acme" } };
  await queue.put(pollJobOf(7, "5900000", { repository, installation: { id: 777 } }));
  await queue.put(aJob("acme/widget#7", "1"));
  await queue.drain();
  expect(told).toEqual(["lost look/5900000/acme/widget#7", "dead 1"]);
  expect((await queue.deadLetters()).map(({ job }) => job.delivery)).toEqual(["1"]);
});

it("tells what is lost when it is closed: what waits, and what would have been tried again", async () => {
  const gate = aGate();
  const work = async ({ key }: { readonly key: string }) =>
    key === "rests" ? Promise.reject(new Failure("github", "down", { retryable: true })) : gate.passed;
  const { queue, troubles } = await open({ work, pause: 600_000 });
  for (const [key, delivery] of [
    ["a", "1"],
    ["a", "2"],
    ["rests", "3"],
  ] as const)
    await queue.put(aJob(key, delivery));
  await until(() => troubles().length > 0);
  const closed = queue.close();
  await queue.put(aJob("c", "4"));
  gate.open();
  await closed;
  expect(troubles()).toEqual(["again 3", "lost 2", "lost 3", "lost 4"]);
});

it("settles when nothing waits any more, what is tried again included", async () => {
  let failures = 2;
  const done: string[] = [];
  const { queue } = await open({
    work: async (job) => (failures-- > 0 ? Promise.reject(new Failure("github", "down", { retryable: true })) : noting(done)(job)),
  });
  for (const delivery of ["1", "2"]) await queue.put(aJob("a", delivery));
  await queue.drain();
  expect(done).toEqual(["1", "2"]);
});

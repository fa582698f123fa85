/** The laws of jobs that fail: a queue tries them again, gives them up, and keeps the dead for people within a bound. */
import { expect } from "vitest";
import { Failure } from "#ports/failure.ts";
import type { Job } from "#ports/queue.ts";
import { down, empty, type QueueHarness, type QueueLaw } from "./queue-law.ts";
import { aJob, noting, until } from "./queue-stage.ts";

/** A queue with two dead jobs; whoever clears `broken` has them done the next time. */
async function twoDead(open: QueueHarness["open"]) {
  const done: string[] = [];
  const broken = new Set(["1", "2"]);
  const work = async (job: Job): Promise<void> => (broken.has(job.delivery) ? Promise.reject(new Error("a bug")) : noting(done)(job));
  const { queue } = await open({ work });
  for (const delivery of ["1", "2"]) await queue.put(aJob("a", delivery));
  await until(async () => (await queue.deadLetters()).length === 2);
  return { queue, done, broken };
}

export const FAILED_JOB_LAWS: readonly QueueLaw[] = [
  {
    law: "tries again what may go well, and lets the others of its key wait for it",
    async holds({ open }) {
      const done: string[] = [];
      let failures = 2;
      const work = async ({ delivery }: Job): Promise<void> => {
        if (delivery === "1" && failures-- > 0) throw down();
        done.push(delivery);
      };
      const { queue, troubles } = await open({ work });
      for (const delivery of ["1", "2"]) await queue.put(aJob("a", delivery));
      await empty(queue);
      expect([done, troubles(), await queue.deadLetters()]).toEqual([["1", "2"], ["again 1", "again 1"], []]);
    },
  },
  {
    law: "gives up after its tries, keeps job, time, tries and why, and goes on with the others",
    async holds({ open }) {
      const done: string[] = [];
      const work = async (job: Job): Promise<void> => (job.delivery === "1" ? Promise.reject(down()) : noting(done)(job));
      const { queue, troubles } = await open({ work });
      const before = Date.now();
      for (const delivery of ["1", "2"]) await queue.put(aJob("a", delivery));
      await empty(queue);
      const [grave, ...more] = await queue.deadLetters();
      expect(grave).toEqual({ job: aJob("a", "1"), at: expect.any(Number), tries: 3, why: "GitHub is down" });
      expect([done, more, (grave?.at ?? 0) >= before]).toEqual([["2"], [], true]);
      expect(troubles()).toEqual(["again 1", "again 1", "dead 1"]);
    },
  },
  {
    law: "gives up at once what cannot go well, and begins the next job with all its tries",
    async holds({ open }) {
      const work = async ({ delivery }: Job): Promise<void> =>
        Promise.reject(delivery === "2" ? down() : new Failure("journal", `no ${delivery}`, { retryable: false }));
      const { queue } = await open({ work });
      for (const delivery of ["1", "2", "3"]) await queue.put(aJob("a", delivery));
      await empty(queue);
      expect((await queue.deadLetters()).map(({ job, tries, why }) => [job.delivery, tries, why])).toEqual([
        ["1", 1, "no 1"],
        ["2", 3, "GitHub is down"],
        ["3", 1, "no 3"],
      ]);
    },
  },
  {
    law: "keeps no secret with the dead",
    async holds({ open }) {
      const work = async () => Promise.reject(new Error("refused: token sesame of the bot"));
      const { queue } = await open({ work, hide: (text) => text.replaceAll("sesame", "[hidden]") });
      await queue.put(aJob("a", "1"));
      await empty(queue);
      expect((await queue.deadLetters()).map(({ why }) => why)).toEqual(["refused: token [hidden] of the bot"]);
    },
  },
  {
    law: "takes what is dead again when it is sent again, or when a person says so, once",
    async holds({ open }) {
      const { queue, done, broken } = await twoDead(open);
      broken.clear();
      expect([await queue.replay("1"), await queue.replay("1"), await queue.replay("9")]).toEqual([true, false, false]);
      expect(await queue.put(aJob("a", "2"))).toBe("taken");
      await empty(queue);
      expect([done, await queue.deadLetters(), await queue.put(aJob("a", "1"))]).toEqual([["1", "2"], [], "doubled"]);
    },
  },
  {
    law: "keeps no more dead than its bound: the oldest leave it, and it says which",
    async holds({ open }) {
      const work = async ({ delivery }: Job): Promise<void> => Promise.reject(new Error(`no ${delivery}`));
      const { queue, troubles } = await open({ work, deadLetterLimit: 2 });
      const die = async (delivery: string): Promise<void> => {
        await queue.put(aJob("a", delivery));
        await until(() => troubles().at(-1) === `dead ${delivery}` || troubles().at(-2) === `dead ${delivery}`);
        await empty(queue);
      };
      for (const delivery of ["9", "2"]) await die(delivery);
      expect(await queue.replay("9")).toBe(true);
      await until(() => troubles().length === 3);
      await die("3");
      await until(() => troubles().length === 5);
      expect(troubles()).toEqual(["dead 9", "dead 2", "dead 9", "dead 3", "lost 2"]);
      expect((await queue.deadLetters()).map(({ job, why }) => [job.delivery, why]).sort()).toEqual([
        ["3", "no 3"],
        ["9", "no 9"],
      ]);
    },
  },
  {
    law: "never keeps among the dead what comes again by itself: it says so, knows it still and goes on",
    async holds({ open }) {
      const done: string[] = [];
      const work = async (job: Job): Promise<void> => (job.delivery === "look" ? Promise.reject(down()) : noting(done)(job));
      const { queue, troubles, news } = await open({ work, keepsDeadLetter: ({ delivery }) => delivery !== "look" });
      for (const delivery of ["look", "1"]) await queue.put(aJob("a", delivery));
      await empty(queue);
      expect([done, troubles(), await queue.deadLetters()]).toEqual([["1"], ["again look", "again look", "lost look"], []]);
      expect(news.find(({ kind }) => kind === "lost")?.what).toBe("failed, and is not kept: it comes again by itself");
      expect(await queue.put(aJob("a", "look"))).toBe("doubled");
    },
  },
  {
    law: "lets a person discard what is dead, and takes it when it is sent again",
    async holds({ open }) {
      const { queue, done, broken } = await twoDead(open);
      expect([await queue.discard("1"), await queue.discard("1"), await queue.replay("1")]).toEqual([true, false, false]);
      expect((await queue.deadLetters()).map(({ job }) => job.delivery)).toEqual(["2"]);
      broken.clear();
      expect(await queue.put(aJob("a", "1"))).toBe("taken");
      await empty(queue);
      expect(done).toEqual(["1"]);
    },
  },
];

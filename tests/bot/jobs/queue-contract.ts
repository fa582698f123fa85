/** What every queue promises. A test file runs each law over its own. */
import * as fc from "fast-check";
import { expect } from "vitest";
import { Interrupted } from "#ports/failure.ts";
import type { Job } from "#ports/queue.ts";
import { FAILED_JOB_LAWS } from "./failed-job-laws.ts";
import { down, empty, type QueueLaw } from "./queue-law.ts";
import { aGate, aJob, noting, ofSomebody, until } from "./queue-stage.ts";

export const QUEUE_LAWS: readonly QueueLaw[] = [
  {
    law: "does the jobs of each key in order and one at a time, and never more keys than it has hands, whatever fails in between",
    async holds({ open, rounds }) {
      const jobs = fc.array(fc.record({ key: fc.constantFrom("a", "b", "c", "d"), ticks: fc.nat(5), fails: fc.nat(2) }), { maxLength: 30 });
      await fc.assert(
        fc.asyncProperty(jobs, fc.integer({ min: 1, max: 3 }), async (given, sideBySide) => {
          const done: number[] = [];
          const inHand: string[] = [];
          const tried = new Map<string, number>();
          let most = 0;
          const work = async ({ key, delivery }: Job): Promise<void> => {
            expect(inHand).not.toContain(key);
            inHand.push(key);
            most = Math.max(most, inHand.length);
            const { ticks = 0, fails = 0 } = given[Number(delivery)] ?? {};
            for (let tick = 0; tick < ticks; tick += 1) await null;
            inHand.splice(inHand.indexOf(key), 1);
            tried.set(delivery, (tried.get(delivery) ?? 0) + 1);
            if ((tried.get(delivery) ?? 0) <= fails) throw down();
            done.push(Number(delivery));
          };
          const { queue, news } = await open({ work, sideBySide, waiting: 100 });
          for (const [index, { key }] of given.entries()) expect(await queue.put(aJob(key, `${index}`))).toBe("taken");
          await empty(queue);
          for (const key of ["a", "b", "c", "d"]) {
            const own = given.flatMap((one, index) => (one.key === key ? [index] : []));
            expect(done.filter((index) => own.includes(index))).toEqual(own);
          }
          expect([most <= sideBySide, news.filter(({ kind }) => kind === "dead")]).toEqual([true, []]);
          await queue.close();
        }),
        { numRuns: rounds },
      );
    },
  },
  {
    law: "keeps a job at once, whatever the work, and counts it until it is done",
    async holds({ open }) {
      const gate = aGate();
      const { queue, news } = await open({ work: () => gate.passed });
      expect([await queue.put(aJob("a", "1")), await queue.put(aJob("a", "2")), await queue.length()]).toEqual(["taken", "taken", 2]);
      expect(news).toEqual([]);
      gate.open();
      await empty(queue);
      expect(news.map(({ kind, job }) => [kind, job.delivery])).toEqual([
        ["done", "1"],
        ["done", "2"],
      ]);
    },
  },
  {
    law: "hands the job over as it was put",
    async holds({ open }) {
      const seen: Job[] = [];
      const { queue } = await open({ work: async (job) => void seen.push(job) });
      const job = { ...aJob("acme/widget#7", "1:2 3", true), payload: { body: "/stop\u0000 \u{1F680}", list: [], none: null } };
      await queue.put(job);
      await empty(queue);
      expect(seen).toEqual([job]);
    },
  },
  {
    law: "does a delivery once, also when it comes twice at one moment, and under another key",
    async holds({ open }) {
      const done: string[] = [];
      const { queue } = await open({ work: noting(done) });
      const twice = await Promise.all([queue.put(aJob("a", "1")), queue.put(aJob("a", "1"))]);
      expect([...twice].sort()).toEqual(["doubled", "taken"]);
      await empty(queue);
      expect([await queue.put(aJob("b", "1")), await queue.put(aJob("b", "2"))]).toEqual(["doubled", "taken"]);
      await empty(queue);
      expect(done).toEqual(["1", "2"]);
    },
  },
  ...FAILED_JOB_LAWS,
  {
    law: "takes no more of one key than its bound, says so, and takes it later; what is vital has room of its own",
    async holds({ open }) {
      const gate = aGate();
      const done: string[] = [];
      const work = async (job: Job): Promise<void> => {
        if (job.delivery === "0") await gate.passed;
        await noting(done)(job);
      };
      const { queue, troubles } = await open({ work, waiting: 2 });
      const taken = [];
      for (const delivery of ["0", "1", "2", "3"]) taken.push(await queue.put(aJob("a", delivery)));
      taken.push(await queue.put(aJob("a", "stop", true)), await queue.put(aJob("b", "4")));
      expect(taken).toEqual(["taken", "taken", "taken", "full", "taken", "taken"]);
      await until(() => done.includes("4"));
      gate.open();
      await empty(queue);
      expect(await queue.put(aJob("a", "3"))).toBe("taken");
      await empty(queue);
      expect([done, troubles()]).toEqual([["4", "0", "1", "2", "stop", "3"], ["lost 3"]]);
    },
  },
  {
    law: "leaves room for others where one person wants vital things without end, and for that person once some are done",
    async holds({ open }) {
      const gate = aGate();
      const done: string[] = [];
      const work = async (job: Job): Promise<void> => {
        if (job.delivery === "0") await gate.passed;
        await noting(done)(job);
      };
      const { queue, troubles } = await open({ work, waiting: 4, ofOne: 2 });
      const taken = [await queue.put(aJob("a", "0"))];
      for (const delivery of ["1", "2", "3"]) taken.push(await queue.put(ofSomebody("7", delivery)));
      expect(taken).toEqual(["taken", "taken", "taken", "full"]);
      // Nobody knows who asked for it, it is talk, it is of another key, or of another person.
      const others = [aJob("a", "4", true), { ...aJob("a", "5"), from: "7" }, { ...ofSomebody("7", "6"), key: "b" }, ofSomebody("77", "7")];
      for (const job of others) expect(await queue.put(job)).toBe("taken");
      expect(await queue.put(ofSomebody("8", "8"))).toBe("full");
      gate.open();
      await empty(queue);
      expect(await queue.put(ofSomebody("7", "3"))).toBe("taken");
      await empty(queue);
      expect([done.filter((delivery) => delivery !== "6"), troubles()]).toEqual([
        ["0", "1", "2", "4", "5", "7", "3"],
        ["lost 3", "lost 8"],
      ]);
    },
  },
  {
    law: "lets the work in hand end when it is closed, begins nothing more and takes nothing",
    async holds({ open }) {
      const gate = aGate();
      const begun: string[] = [];
      const work = async ({ delivery }: Job): Promise<void> => {
        begun.push(delivery);
        await gate.passed;
      };
      const { queue, news } = await open({ work, sideBySide: 1 });
      for (const delivery of ["1", "2"]) await queue.put(aJob("a", delivery));
      await until(() => begun.length > 0);
      const closed = queue.close();
      expect([await queue.put(aJob("b", "3")), await queue.ready()]).toEqual(["closed", false]);
      gate.open();
      await closed;
      expect([begun, news.filter(({ kind }) => kind === "done").length]).toEqual([["1"], 1]);
      await queue.close();
    },
  },
  {
    law: "neither begins again nor buries what is put down while it is closed, on its last try too",
    async holds({ open }) {
      const gate = aGate();
      const begun: string[] = [];
      const work = async ({ delivery }: Job): Promise<void> => {
        begun.push(delivery);
        await gate.passed;
        throw new Interrupted("HYDRATE is put down");
      };
      const { queue, news, troubles } = await open({ work, tries: 1, sideBySide: 1 });
      await queue.put(aJob("a", "1"));
      await until(() => begun.length > 0);
      const closed = queue.close();
      gate.open();
      await closed;
      expect([begun, troubles(), news[0]?.what]).toEqual([["1"], ["again 1"], "put down, for whoever takes it up"]);
    },
  },
  {
    law: "is ready, and settles when what is in hand is over",
    async holds({ open }) {
      const gate = aGate();
      const told: string[] = [];
      const { queue, news } = await open({
        work: async ({ delivery }) => {
          told.push(`begun ${delivery}`);
          await gate.passed;
        },
      });
      expect(await queue.ready()).toBe(true);
      await queue.put(aJob("a", "1"));
      await until(() => told.length > 0);
      const settled = queue.drain().then(() => told.push("settled"));
      expect(news).toEqual([]);
      gate.open();
      await settled;
      expect([told, news.map(({ kind }) => kind)]).toEqual([["begun 1", "settled"], ["done"]]);
    },
  },
];

/** Many who ask at one moment are one question, and the next ones wait for its answer. */
import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { batched } from "#adapters/queue/redis/batch.ts";

/** Somebody who answers when told to; each answer is the question, doubled. */
function aStore() {
  const asked: (readonly number[])[] = [];
  const open: (() => void)[] = [];
  const ask = async (questions: readonly number[]): Promise<readonly number[]> => {
    asked.push(questions);
    await new Promise<void>((resolve) => void open.push(resolve));
    if (questions.includes(13)) throw new Error("the store is away");
    return questions.filter((one) => one !== 7).map((one) => one * 2);
  };
  return { asked, put: batched(ask, 0), answer: () => open.shift()?.() };
}

it("asks once for all who ask within one turn, and gives each their own answer", async () => {
  const { asked, put, answer } = aStore();
  const all = [1, 2, 3].map(put);
  await turn();
  expect(asked).toEqual([[1, 2, 3]]);
  answer();
  expect(await Promise.all(all)).toEqual([2, 4, 6]);
});

it("has who asks meanwhile wait for the answer, in order, and asks for them together then", async () => {
  const { asked, put, answer } = aStore();
  const first = put(1);
  await turn();
  const others = [put(2), put(3)];
  await turn();
  expect(asked).toEqual([[1]]);
  answer();
  expect(await first).toBe(2);
  await expect.poll(() => asked).toEqual([[1], [2, 3]]);
  answer();
  expect(await Promise.all(others)).toEqual([4, 6]);
});

it("tells everybody of a question what went wrong with it, and goes on with the next ones", async () => {
  const { asked, put, answer } = aStore();
  const bad = [put(1), put(13)].map((one) => one.catch(String));
  await turn();
  const next = put(4);
  answer();
  expect(await Promise.all(bad)).toEqual(["Error: the store is away", "Error: the store is away"]);
  await expect.poll(() => asked).toHaveLength(2);
  answer();
  expect([await next, asked]).toEqual([8, [[1, 13], [4]]]);
});

it("says so where an answer is missing", async () => {
  const { put, answer } = aStore();
  const all = [put(5), put(7)].map((one) => one.catch(String));
  await turn();
  answer();
  expect(await Promise.all(all)).toEqual([10, "Error: bug: 1 answers to 2 questions"]);
});

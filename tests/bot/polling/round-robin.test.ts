/** Issues that are worth a look take turns. */
import { expect, it } from "vitest";
import { takeRoundRobin } from "../../../bot/polling/round-robin.ts";

it("looks at all of them in turn, each time at so many, and forgets none that nobody found again", async () => {
  const waiting = new Map<string, number>();
  const rounds: (readonly number[])[] = [];
  for (const found of [[1, 2, 3, 4, 5], [1, 2], [], []]) {
    const looked: number[] = [];
    for (const issue of found) waiting.set(String(issue), issue);
    await takeRoundRobin(waiting, 2, async (issue) => void looked.push(issue));
    rounds.push(looked);
  }
  expect(rounds).toEqual([[1, 2], [3, 4], [5, 1], [2]]);
});

it("leaves waiting what could not be put", async () => {
  const waiting = new Map([1, 2, 3].map((issue) => [String(issue), issue] as const));
  const put = async (issue: number): Promise<void> => {
    if (issue === 2) throw new Error("the queue is away");
  };
  await expect(takeRoundRobin(waiting, 3, put)).rejects.toThrow("the queue is away");
  expect([...waiting.values()]).toEqual([2, 3]);
});

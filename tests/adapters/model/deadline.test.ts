import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { deadlineOf } from "#adapters/model/deadline.ts";
import { quickClock } from "./quick-clock.ts";

const AGES = 60_000;

/** Throws away what nobody holds. */
async function tidied(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  for (let turn = 0; turn < 5; turn += 1) {
    if (typeof gc === "function") gc();
    await sleep(1);
  }
}

/** What is left of a call: a client listened, and never stopped. */
function callOf(caller: AbortSignal): WeakRef<AbortSignal> {
  const deadline = deadlineOf(caller, AGES, quickClock());
  deadline.signal.addEventListener("abort", () => undefined);
  deadline.clear();
  return new WeakRef(deadline.signal);
}

it("is forgotten with its call, though the client that was given its signal still listens to it", async () => {
  const caller = new AbortController();
  const left = Array.from({ length: 3 }, () => callOf(caller.signal));
  await tidied();
  expect([left.map((one) => one.deref()), getEventListeners(caller.signal, "abort")]).toEqual([left.map(() => undefined), []]);
});

it("ends with its caller, who is not late then", () => {
  const caller = new AbortController();
  const deadline = deadlineOf(caller.signal, AGES, quickClock());
  caller.abort();
  expect([deadline.signal.aborted, deadline.passed()]).toEqual([true, false]);
  deadline.clear();
});

it("has ended where its caller had", () => {
  const deadline = deadlineOf(AbortSignal.abort(), AGES, quickClock());
  expect([deadline.signal.aborted, deadline.passed()]).toEqual([true, false]);
  deadline.clear();
});

it("ends by itself, and is late then", async () => {
  const deadline = deadlineOf(new AbortController().signal, 1, quickClock());
  await new Promise((resolve) => deadline.signal.addEventListener("abort", resolve));
  expect(deadline.passed()).toBe(true);
  deadline.clear();
});

/** A time limit comes, also where nothing but a joined signal is left of it in memory. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { endingAfter } from "#adapters/ending-after.ts";

it("comes after its time, whatever is collected as garbage meanwhile", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const limit = endingAfter(new AbortController().signal, 60);
  const inner = endingAfter(limit, 60_000);
  for (let turn = 0; turn < 10 && !inner.aborted; turn += 1) {
    collect();
    await new Promise((settle) => setTimeout(settle, 20));
  }
  expect([limit.aborted, inner.aborted]).toEqual([true, true]);
  expect(limit.reason).toMatchObject({ name: "TimeoutError" });
});

it("ends with its caller, for the caller's reason", () => {
  const caller = new AbortController();
  const limit = endingAfter(caller.signal, 60_000);
  expect(limit.aborted).toBe(false);
  caller.abort("enough");
  expect(limit.reason).toBe("enough");
});

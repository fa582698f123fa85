/** The bytes of a body are held as they came, whatever parts they came in, and no more of them than the budget allows. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { byteBudgetOf, heldBody } from "../../../bot/server/held-body.ts";

const BUDGET = 4 * 1024 ** 2;
const KEPT = 1024 ** 2;
const part = fc
  .tuple(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 70_000 })), fc.nat(255))
  .map(([length, byte]) => Buffer.alloc(length, byte));

it("gives a body back as it came, and its budget", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const budget = byteBudgetOf(BUDGET);
      const body = heldBody(KEPT, budget);
      for (const one of parts) expect(body.add(one)).toBe(true);
      const whole = Buffer.concat(parts);
      expect(body.received()).toBe(whole.length);
      expect(body.bytes()?.equals(whole) ?? null).toBe(whole.length > KEPT ? null : true);
      body.release();
      expect(budget.take(BUDGET)).toBe(true);
    }),
  );
});

it("holds ten thousand parts of one byte in a few blocks", () => {
  const budget = byteBudgetOf(20_000);
  const body = heldBody(KEPT, budget);
  for (let index = 0; index < 10_000; index += 1) expect(body.add(Buffer.from("x"))).toBe(true);
  expect(body.bytes()?.toString()).toBe("x".repeat(10_000));
  expect(body.add(Buffer.alloc(20_000))).toBe(false);
});

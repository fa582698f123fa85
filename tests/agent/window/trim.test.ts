import fc from "fast-check";
import { expect, it } from "vitest";
import { sizeOf } from "#agent/window/size.ts";
import { PROMPT_WINDOW, trimMessages } from "#agent/window/trim.ts";
import type { Message } from "#ports/model.ts";

const NOTE_LENGTH = "[result of exec left out to save space]".length;
const NOTE = /^\[result of (\w+) left out to save space\]$/;

/** A conversation: a goal, then rounds of calls with their results, as long as given. */
function talk(rounds: readonly (readonly number[])[]): readonly Message[] {
  const goal: Message = { role: "user", text: "goal" };
  return [goal, ...rounds.flatMap((lengths, round) => pair(lengths, round))];
}

function pair(lengths: readonly number[], round: number): readonly Message[] {
  const id = (index: number) => `c-${round}-${index}`;
  return [
    { role: "assistant", text: "", calls: lengths.map((_, index) => ({ id: id(index), name: "exec", input: {} })), raw: null },
    { role: "tools", results: lengths.map((length, index) => ({ id: id(index), text: "x".repeat(length), failed: index === 1 })) },
  ];
}

const total = (messages: readonly Message[]) => messages.reduce((sum, message) => sum + sizeOf(message), 0);
const rounds = fc.array(fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 1, maxLength: 4 }), { maxLength: 30 });

it("changes nothing below the limit [S3.35]", () => {
  const messages = talk([[100], [100]]);
  expect(trimMessages(messages, 10_000)).toBe(messages);
});

it("replaces the oldest results first, down to half of the limit, by a note that names the tool [S3.56]", () => {
  const trimmed = trimMessages(talk(Array.from({ length: 12 }, () => [1000])), 10_000);
  const left = trimmed.map((message) => (message.role === "tools" ? NOTE.exec(message.results[0]?.text ?? "")?.[1] : undefined));
  expect(left.filter((name) => name === "exec")).toHaveLength(8);
  expect(left.lastIndexOf("exec")).toBe(16);
  expect(total(trimmed)).toBeLessThanOrEqual(5000);
});

it("keeps the last six messages, splits no pair of call and result, keeps every failure flag and all that is no tool's result [S3.35]", () => {
  fc.assert(
    fc.property(rounds, fc.integer({ min: 100, max: 20_000 }), fc.boolean(), (lengths, limit, asked) => {
      const before = [...talk(lengths), ...(asked ? [{ role: "user", text: "continue" } as const] : [])];
      const after = trimMessages(before, limit);
      expect(after.slice(-6)).toEqual(before.slice(-6));
      expect(after).toHaveLength(before.length);
      const shape = (message: Message) => (message.role === "tools" ? message.results.map(({ id, failed }) => ({ id, failed })) : message);
      expect(after.map(shape)).toEqual(before.map(shape));
    }),
  );
});

it("is within the limit, or has less than an eighth of it left to replace [S3.35]", () => {
  fc.assert(
    fc.property(rounds, fc.integer({ min: 100, max: 20_000 }), (lengths, limit) => {
      const after = trimMessages(talk(lengths), limit);
      const results = after.slice(0, -6).flatMap((message) => (message.role === "tools" ? message.results : []));
      const replaceable = results.reduce((sum, { text }) => sum + Math.max(0, text.length - NOTE_LENGTH), 0);
      expect(total(after) <= limit || replaceable < limit / 8).toBe(true);
    }),
  );
});

it("is idempotent, so the prefix stays byte-identical between two batches", () => {
  fc.assert(
    fc.property(rounds, fc.integer({ min: 100, max: 20_000 }), (lengths, limit) => {
      const once = trimMessages(talk(lengths), limit);
      expect(trimMessages(once, limit)).toBe(once);
    }),
  );
});

it("begins at 80 % of the window, and not before [S3.35]", () => {
  const window = 150_000 * 4;
  const rounds = (size: number) => talk(Array.from({ length: 20 }, () => [size]));
  const below = rounds(Math.floor((window * 0.79) / 20) - 100);
  const above = rounds(Math.ceil((window * 0.81) / 20));
  expect(trimMessages(below, PROMPT_WINDOW)).toBe(below);
  expect(trimMessages(above, PROMPT_WINDOW)).not.toBe(above);
});

it("answers every call by a result of its own id, in the order of the calls, however much is left out [S3.35]", () => {
  fc.assert(
    fc.property(rounds, fc.integer({ min: 1, max: 5000 }), (lengths, limit) => {
      const after = trimMessages(talk(lengths), limit);
      for (const [index, message] of after.entries()) {
        if (message.role !== "assistant") continue;
        const next = after[index + 1];
        expect(next?.role === "tools" && next.results.map(({ id }) => id)).toEqual(message.calls.map(({ id }) => id));
      }
    }),
  );
});

/** How often 200 rounds change what was sent before, where every round adds a result and words of these lengths. */
function breaksOf(result: number, words: number, limit: number): number {
  let messages: readonly Message[] = talk([]);
  let breaks = 0;
  for (let round = 0; round < 200; round += 1) {
    const grown: readonly Message[] = [...messages, ...pair([result], round), { role: "user", text: "w".repeat(words) }];
    messages = trimMessages(grown, limit);
    if (messages !== grown) breaks += 1;
  }
  return breaks;
}

it.each([
  { what: "a long conversation", result: 1000, words: 0, most: 15 },
  { what: "one that is over its limit by what cannot be left out", result: 1000, words: 1000, most: 40 },
])("breaks the prefix rarely in $what", ({ result, words, most }) => {
  const breaks = breaksOf(result, words, 50_000);
  expect(breaks).toBeGreaterThan(2);
  expect(breaks).toBeLessThan(most);
});

it("counts other scripts by their bytes and an assistant by the larger of its two forms", () => {
  expect(sizeOf({ role: "user", text: "字" })).toBe(3);
  expect(sizeOf({ role: "assistant", text: "a", calls: [], raw: { thinking: "x".repeat(100) } })).toBe(115);
});

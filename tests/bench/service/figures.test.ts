import { expect, it } from "vitest";
import { figuresOf } from "./figures.ts";
import type { Heard } from "./notes.ts";

/** Requests that are answered after 5 ms, the next one so many milliseconds behind each answer. */
function heardOf(gaps: readonly number[], first: Partial<Heard> = {}): readonly Heard[] {
  let at = 100;
  return [0, ...gaps].map((gap, index) => {
    at += gap + (index === 0 ? 0 : 5);
    const one: Heard = { kind: "main", arrived: at, answered: at + 5, bytes: 1_000 + index, cost: 10, isBreak: false };
    return index === 0 ? { ...one, ...first } : one;
  });
}

it("tells the cold start, a client's own time, the first request and the cost", () => {
  const figures = figuresOf(heardOf([2, 9, 4]), 60);
  expect(figures).toEqual({ cold: 40, step: 4, growth: null, firstBytes: 1_000, cost: 40, breaks: 0 });
});

it("holds the last steps of a long run against the first", () => {
  const gaps = Array.from({ length: 100 }, (_, index) => (index < 50 ? 2 : 3));
  expect(figuresOf(heardOf(gaps), 0).growth).toBe(1.5);
});

it("counts breaks, and what is asked beside the work, as cost only", () => {
  const title: Heard = { kind: "side", arrived: 80, answered: 81, bytes: 9, cost: 7, isBreak: false };
  const figures = figuresOf([title, ...heardOf([2, 2], { isBreak: true })], 60);
  expect(figures).toMatchObject({ cold: 20, step: 2, firstBytes: 1_000, cost: 37, breaks: 1 });
});

it("refuses a run that asked for nothing", () => {
  expect(() => figuresOf(heardOf([]), 0)).toThrow("a run needs two main requests, and had 1");
});

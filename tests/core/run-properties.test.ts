import * as fc from "fast-check";
import { expect, it } from "vitest";
import { conclude } from "#core/conclude.ts";
import { replay } from "#core/evolve.ts";
import { eventsOf, linesOf } from "#core/history.ts";
import { next } from "#core/next.ts";
import { recordOf } from "#core/record.ts";
import { isLawful, isResting } from "#core/stage.ts";
import { CONFIG } from "../builders/journal.ts";
import { type Choose, simulate } from "./simulation.ts";

/** Commands of one iteration, twice for a retry each, at both levels; times the iterations; and what comes before and after, with re-approvals. */
const MOST = CONFIG.limits.iterations * 2 * 10 * 2 + 60;

/** Choices from a list of numbers, then from a fixed sequence: never at an end. */
function choosing(numbers: readonly number[]): Choose {
  let index = 0;
  return (n) => (numbers[index++] ?? index * 7919) % n;
}

function holds(property: (numbers: number[]) => void, settings: { readonly numRuns: number; readonly seed: number }): void {
  void fc.assert(fc.property(choices, property), settings); // a property without promises: fast-check has thrown by now if it does not hold
}

const choices = fc.array(fc.nat({ max: 1_000_000 }), { minLength: 0, maxLength: 200 });

it("ends every run within its limits, whatever the world answers", () => {
  holds(
    (numbers) => {
      const { run } = simulate(choosing(numbers), MOST);
      expect(isResting(run.stage)).toBe(true);
      expect(run.progress.iteration).toBeLessThanOrEqual(CONFIG.limits.iterations);
    },
    { numRuns: 2_000, seed: 1 },
  );
});

it("writes nothing into a journal that the stage table does not know", () => {
  holds(
    (numbers) => {
      const { events } = simulate(choosing(numbers), MOST);
      events.slice(1).forEach((event, index) => {
        const before = replay(events.slice(0, index + 1));
        expect(before !== null && isLawful(before.stage, event), `${event.kind} in ${before?.stage}`).toBe(true);
      });
    },
    { numRuns: 300, seed: 2 },
  );
});

it("replays any prefix of a journal to a run for which there is something to say", () => {
  holds(
    (numbers) => {
      const { events } = simulate(choosing(numbers), MOST);
      for (let length = 1; length <= events.length; length++) {
        const run = replay(events.slice(0, length));
        if (run === null) throw new Error("a prefix is a run");
        expect(run.rev).toBe(length);
        const settled = conclude(run, { at: run.updatedAt, key: null });
        expect(next(run).kind).toBeTypeOf("string");
        expect(settled.length).toBeLessThan(10);
      }
    },
    { numRuns: 200, seed: 3 },
  );
});

it("closes no run without a reflection", () => {
  holds(
    (numbers) => {
      const { run } = simulate(choosing(numbers), MOST);
      if (["completed", "stopped", "failed", "blocked"].includes(run.stage)) expect(run.reflection).not.toBeNull();
    },
    { numRuns: 500, seed: 4 },
  );
});

it("says completed only after QA said VERIFIED of the head", () => {
  holds(
    (numbers) => {
      const { run } = simulate(choosing(numbers), MOST);
      if (run.stage !== "completed") return;
      expect(run.qa?.last?.verdict).toBe("VERIFIED");
      expect(run.published).not.toBeNull();
      expect(run.audits.last?.verdict).toBe("OK");
    },
    { numRuns: 2_000, seed: 5 },
  );
});

it("reads back what it wrote, line by line", () => {
  const iso = (ms: number): string => new Date(ms).toISOString();
  holds(
    (numbers) => {
      const { events, run } = simulate(choosing(numbers), MOST);
      const lines: unknown[] = linesOf(events, iso).map((line) => JSON.parse(JSON.stringify(line)));
      const reading = eventsOf(lines);
      expect(reading.kind).toBe("events");
      const again = reading.kind === "events" ? replay(reading.events) : null;
      expect(again === null ? null : recordOf(again)).toEqual(recordOf(run));
    },
    { numRuns: 200, seed: 6 },
  );
});

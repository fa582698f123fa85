import * as fc from "fast-check";
import { expect, it } from "vitest";
import { conclude } from "#core/conclude.ts";
import { unannounced, unsettled } from "#core/due.ts";
import { Effect } from "#core/effect.ts";
import type { Event } from "#core/event.ts";
import { replay } from "#core/evolve.ts";
import { eventsOf, linesOf } from "#core/history.ts";
import { next } from "#core/next.ts";
import { recordOf } from "#core/record.ts";
import { isLawful, isResting } from "#core/stage.ts";
import { CONFIG } from "../builders/journal.ts";
import { type Choose, simulate } from "./simulation.ts";

/** Commands of one iteration, twice for a retry each, at both levels; times the iterations; and what comes before and after, with re-approvals. */
const MOST = CONFIG.limits.iterations * 2 * 10 * 2 + 100;

/** Off GitHub and on it: there effects are announced, settled and refused, and people resume what ended. */
const SCENES = [
  { where: "at the command line", issue: null, revivals: 0 },
  { where: "on GitHub", issue: 7, revivals: 2 },
] as const;

/** Choices from a list of numbers, then from a fixed sequence: never at an end. */
function choosing(numbers: readonly number[]): Choose {
  let index = 0;
  return (n) => (numbers[index++] ?? index * 7919) % n;
}

function holds(property: (numbers: number[]) => void, settings: { readonly numRuns: number; readonly seed: number }): void {
  void fc.assert(fc.property(choices, property), settings); // a property without promises: fast-check has thrown by now if it does not hold
}

const choices = fc.array(fc.nat({ max: 1_000_000 }), { minLength: 0, maxLength: 200 });

it.each(SCENES)("ends every run within its limits, whatever the world answers: $where", (scene) => {
  holds(
    (numbers) => {
      const { run } = simulate(choosing(numbers), MOST, scene);
      expect(isResting(run.stage)).toBe(true);
      expect(run.progress.iteration).toBeLessThanOrEqual(CONFIG.limits.iterations);
    },
    { numRuns: 2_000, seed: 1 },
  );
});

it.each(SCENES)("writes nothing into a journal that the stage table does not know: $where", (scene) => {
  holds(
    (numbers) => {
      const { events } = simulate(choosing(numbers), MOST, scene);
      events.slice(1).forEach((event, index) => {
        const before = replay(events.slice(0, index + 1));
        expect(before !== null && isLawful(before.stage, event), `${event.kind} in ${before?.stage}`).toBe(true);
      });
    },
    { numRuns: 300, seed: 2 },
  );
});

it.each(SCENES)("replays any prefix of a journal to a run for which there is something to say: $where", (scene) => {
  holds(
    (numbers) => {
      const { events } = simulate(choosing(numbers), MOST, scene);
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

it.each(SCENES)("closes no run without a reflection: $where", (scene) => {
  holds(
    (numbers) => {
      const { run } = simulate(choosing(numbers), MOST, scene);
      if (["completed", "stopped", "failed", "blocked"].includes(run.stage)) expect(run.reflection).not.toBeNull();
    },
    { numRuns: 500, seed: 4 },
  );
});

it.each(SCENES)(
  "says completed only after QA said VERIFIED of the head, or of an answer that changed nothing: $where [S0.17, C0.10]",
  (scene) => {
    holds(
      (numbers) => {
        const { run } = simulate(choosing(numbers), MOST, scene);
        if (run.stage !== "completed") return;
        if (run.answer !== null) {
          expect([run.ending, run.published, run.progress.head.commit]).toEqual(["answered", null, run.base.commit]);
          return;
        }
        expect(run.qa?.last?.verdict).toBe("VERIFIED");
        expect(run.published).not.toBeNull();
        expect(run.audits.last?.verdict).toBe("OK");
      },
      { numRuns: 2_000, seed: 5 },
    );
  },
);

it.each(SCENES)("reads back what it wrote, line by line: $where", (scene) => {
  const iso = (ms: number): string => new Date(ms).toISOString();
  holds(
    (numbers) => {
      const { events, run } = simulate(choosing(numbers), MOST, scene);
      const lines: unknown[] = linesOf(events, iso).map((line) => JSON.parse(JSON.stringify(line)));
      const reading = eventsOf(lines);
      expect(reading.kind).toBe("events");
      const again = reading.kind === "events" ? replay(reading.events) : null;
      expect(again === null ? null : recordOf(again)).toEqual(recordOf(run));
    },
    { numRuns: 200, seed: 6 },
  );
});

/** What makes an effect due again after it was announced; nothing does for those that are not here. */
const ANEW: Readonly<Partial<Record<Effect, (event: Event) => boolean>>> = {
  again: ({ kind }) => kind === "approval_requested",
  dispatch: (event) =>
    event.kind === "approval_requested" || event.kind === "resumed" || (event.kind === "iteration_advanced" && event.cause === "qa"),
  result: ({ kind }) => kind === "resumed",
};

it("announces no effect twice unless something made it due anew, and leaves none unsettled behind that is still due", () => {
  const [, scene] = SCENES;
  const seen = new Set<Effect>();
  holds(
    (numbers) => {
      const { events, run } = simulate(choosing(numbers), MOST, scene);
      for (const effect of Effect.options) {
        const told = events.filter((event) => ANEW[effect]?.(event) === true || (event.kind === "announced" && event.effect === effect));
        const twice = told.findIndex((event, index) => event.kind === "announced" && told[index + 1]?.kind === "announced");
        expect(twice, `${effect} is announced twice`).toBe(-1);
        if (told.filter(({ kind }) => kind === "announced").length > 1) seen.add(effect);
      }
      expect([unannounced(run), unsettled(run)]).toEqual([null, null]);
    },
    { numRuns: 3_000, seed: 7 },
  );
  // The world did make each of these due anew: the property was put to the test.
  expect([...seen].sort()).toEqual(["again", "dispatch", "result"]);
});

it("settles nothing that was not announced before", () => {
  const [, scene] = SCENES;
  holds(
    (numbers) => {
      const { events } = simulate(choosing(numbers), MOST, scene);
      const open: Effect[] = [];
      for (const event of events) {
        if (event.kind === "announced") open.push(event.effect);
        if (event.kind === "settled") expect(open).toContain(event.effect);
      }
    },
    { numRuns: 300, seed: 8 },
  );
});

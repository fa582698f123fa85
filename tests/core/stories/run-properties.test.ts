import * as fc from "fast-check";
import { expect, it } from "vitest";
import { conclude } from "#core/conclude.ts";
import { dueEffectOf, pendingEffectOf } from "#core/decide/due-effects.ts";
import { next } from "#core/decide/next.ts";
import { Effect } from "#core/events/data/effect.ts";
import type { Event } from "#core/events/event.ts";
import { eventsOfHistory, historyLinesOf } from "#core/outcome/history-jsonl.ts";
import { runJsonOf } from "#core/outcome/run-json.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import { isResting } from "#core/run/resting-stages.ts";
import { isLawful } from "#core/run/stage.ts";
import { CONFIG, SHOWN } from "../../builders/journal.ts";
import { LONG } from "../../house/proofs.ts";
import { type Choose, MOST_ATOMS, simulate } from "./simulation.ts";

/** Commands for one atom: two attempts, two probes, one split; and it is done anew at most once an iteration, when the work was not kept. */
const PER_ATOM = CONFIG.limits.atomAttempts + 3 + CONFIG.limits.iterations;

/**
 * Commands of one iteration, twice for a retry each, at both levels; times the iterations; what comes before and after, with
 * re-approvals; and those for the atoms, after each resume. As often as a redirect may begin all of it anew.
 */
const MOST = (CONFIG.limits.iterations * 2 * 10 * 2 + 100 + 2 * 3 * MOST_ATOMS * PER_ATOM) * 3;

/** Off GitHub and on it: there effects are announced, settled and refused, and people resume what ended. */
const SCENES = [
  { where: "at the command line", issue: null, revivals: 0, words: 0, meets: ["atom_decomposed", "or_exhausted"] },
  {
    where: "at the command line, steered",
    issue: null,
    revivals: 3,
    words: 3,
    meets: ["paused", "redirected", "run_unblocked"],
  },
  { where: "on GitHub", issue: 7, revivals: 3, words: 2, meets: ["resumed", "defaults_taken"] },
] as const;

/** Choices from a list of numbers, then from a sequence that follows from them and goes all ways: never at an end. */
function choosing(numbers: readonly number[]): Choose {
  let index = 0;
  let state = numbers.reduce((sum, number) => Math.imul(sum ^ number, 16_777_619), 7);
  const further = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state >>> 8;
  };
  return (n) => (numbers[index++] ?? further()) % n;
}

function holds(property: (numbers: number[]) => void, settings: { readonly numRuns: number; readonly seed: number }): void {
  const numRuns = LONG ? settings.numRuns : Math.ceil(settings.numRuns / 4);
  void fc.assert(fc.property(choices, property), { ...settings, numRuns }); // a property without promises: fast-check has thrown by now if it does not hold
}

const choices = fc.noBias(fc.array(fc.nat({ max: 1_000_000 }), { minLength: 1, maxLength: 200 }));

it.each(SCENES)(
  "ends every run within its limits, whatever the world answers and whatever becomes of its atoms: $where [S2.30, C2.06, C4.16]",
  (scene) => {
    const seen = new Set<string | null>();
    holds(
      (numbers) => {
        const { run, events } = simulate(choosing(numbers), MOST, scene);
        for (const what of [run.ending, ...events.map(({ kind }) => kind)]) seen.add(what);
        expect(isResting(run.stage)).toBe(true);
        expect(run.progress.iteration - run.progress.before).toBeLessThanOrEqual(CONFIG.limits.iterations);
      },
      { numRuns: 1_200, seed: 1 },
    );
    // The runs did meet all of this: the property was put to the test.
    expect([...seen]).toEqual(expect.arrayContaining(["atom_probed", "or_switched", "atom_failed", "answered", "qa_done", ...scene.meets]));
  },
);

it("ends every run that goes on after its work was shown, within limits that count anew [S2.08, S2.30]", () => {
  const seen = new Set<string | null>();
  holds(
    (numbers) => {
      const { run } = simulate(choosing(numbers), MOST, { issue: null, revivals: 2, words: 1, story: SHOWN });
      seen.add(run.ending);
      expect(isResting(run.stage)).toBe(true);
      expect(run.progress.iteration - run.progress.before).toBeLessThanOrEqual(CONFIG.limits.iterations);
    },
    { numRuns: 300, seed: 3 },
  );
  expect([...seen]).toEqual(expect.arrayContaining(["threshold_reached", "nothing_changed", "step_pause", "budget_exceeded"]));
});

it.each(SCENES)("writes nothing into a journal that the stage table does not know: $where [S0.10, C4.10, U.status]", (scene) => {
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

it.each(SCENES)("closes no run without a reflection: $where [6.9 #21, S0.57, U.21]", (scene) => {
  holds(
    (numbers) => {
      const { run } = simulate(choosing(numbers), MOST, scene);
      if (["completed", "stopped", "failed", "blocked"].includes(run.stage)) expect(run.reflection).not.toBeNull();
    },
    { numRuns: 500, seed: 4 },
  );
});

function isAuditedBeforeQa(events: readonly Event[]): boolean {
  return events.every(({ kind }, index) => kind !== "qa_done" || replay(events.slice(0, index))?.audits.beforeQa === true);
}

it.each(SCENES)(
  "says completed only after QA said VERIFIED of the head, or of an answer that changed nothing: $where [S0.17, C0.10]",
  (scene) => {
    let shown = 0;
    holds(
      (numbers) => {
        const { run, events } = simulate(choosing(numbers), MOST, scene);
        if (run.stage !== "completed") return;
        if (run.answer !== null) {
          // What was kept for a goal that was given up stays on the branch, and is shown to nobody.
          const changed = events.some(({ kind }) => kind === "objective_changed");
          expect([run.ending, run.published, changed || run.progress.head.commit === run.base.commit]).toEqual(["answered", null, true]);
          return;
        }
        shown++;
        expect(run.qa?.last?.verdict).toBe("VERIFIED");
        expect(run.published).not.toBeNull();
        // Want of evidence alone stops nothing (0069), but QA never comes before an audit of its own.
        expect(["OK", "CANNOT_ASSESS"]).toContain(run.audits.last?.verdict);
        expect(isAuditedBeforeQa(events)).toBe(true);
      },
      { numRuns: 1_000, seed: 5 },
    );
    expect(shown).toBeGreaterThan(10);
  },
);

it.each(SCENES)("reads back what it wrote, line by line: $where [S1.59, C1.20, U.state]", (scene) => {
  const iso = (ms: number): string => new Date(ms).toISOString();
  holds(
    (numbers) => {
      const { events, run } = simulate(choosing(numbers), MOST, scene);
      const lines: unknown[] = historyLinesOf(events, iso).map((line) => JSON.parse(JSON.stringify(line)));
      const reading = eventsOfHistory(lines);
      expect(reading.kind).toBe("events");
      const again = reading.kind === "events" ? replay(reading.events) : null;
      expect(again === null ? null : runJsonOf(again, iso)).toEqual(runJsonOf(run, iso));
    },
    { numRuns: 200, seed: 6 },
  );
});

/** What makes an effect due again after it was announced; nothing does for those that are not here. */
const ANEW: Readonly<Partial<Record<Effect, (event: Event) => boolean>>> = {
  again: ({ kind }) => kind === "approval_requested",
  dispatch: (event) =>
    ["approval_requested", "resumed", "run_unblocked", "redirect_requested", "ci_sent_back"].includes(event.kind) ||
    (event.kind === "iteration_advanced" && event.cause === "qa"),
  result: ({ kind }) => ["resumed", "run_unblocked", "redirect_requested", "defaults_taken", "ci_sent_back"].includes(kind),
};

it("announces no effect twice unless something made it due anew, and leaves none unsettled behind that is still due", () => {
  const [, , scene] = SCENES;
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
      expect([dueEffectOf(run, run.updatedAt), pendingEffectOf(run)]).toEqual([null, null]);
    },
    { numRuns: 2_000, seed: 7 },
  );
  // The world did make each of these due anew: the property was put to the test.
  expect([...seen].sort()).toEqual(["again", "dispatch", "result"]);
});

it("settles nothing that was not announced before", () => {
  const [, , scene] = SCENES;
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

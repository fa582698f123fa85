import fc from "fast-check";
import { expect, it } from "vitest";
import { learningRecord, NO_PROBLEMS, problemTallyAfter, toolProblemCount, toolProblemsIn } from "#core/events/data/problem-tally.ts";
import { LearnSignal, ToolProblemKind } from "#core/events/data/tool-problem.ts";
import { Event } from "#core/events/event.ts";
import { insightsOf } from "#core/outcome/insights.ts";
import { reflectionOf } from "#core/outcome/reflection.ts";
import { runJsonOf } from "#core/outcome/run-json.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import * as j from "../../../builders/journal.ts";

function aSignal(agentName: string, kind: ToolProblemKind, timestamp = 1): LearnSignal {
  const details = { kind: "tool" as const, name: "exec", success: false, timedOut: false, stumbles: 0, turns: 0, repeated: false };
  return LearnSignal.parse({ kind, goal: "mend", agentName, details: { ...details, output: "no such file" }, sessionId: "s", timestamp });
}

const HEARD = toolProblemsIn(12, [aSignal("worker", "error"), aSignal("worker", "error"), aSignal("critique", "retry")]);

it("counts by agent and kind what a command's agents stumbled over; nothing where they did nothing [M3.07]", () => {
  expect(HEARD.stumbles).toMatchObject({
    acts: 12,
    counts: [
      { agentName: "worker", kind: "error", count: 2 },
      { agentName: "critique", kind: "retry", count: 1 },
    ],
  });
  expect(toolProblemsIn(0, [])).toEqual({});
  expect(toolProblemsIn(3, [])).toEqual({ stumbles: { acts: 3, counts: [], signals: [] } });
});

it("says how many stumbles there are for each act; none before there was an act [S3.46]", () => {
  expect(learningRecord(problemTallyAfter(NO_PROBLEMS, 1, HEARD.stumbles))).toMatchObject({ acts: 12, stumbles: 3, rate: 0.25 });
  expect(learningRecord(NO_PROBLEMS)).toMatchObject({ acts: 0, stumbles: 0, rate: 0 });
});

it("keeps the counts of each iteration, and the newest fifty signals of the run [M3.07, C3.03]", () => {
  const heard = fc.array(
    fc.tuple(fc.constantFrom("worker", "refiner"), fc.constantFrom(...ToolProblemKind.options), fc.integer({ min: 1, max: 3 })),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(fc.array(heard, { maxLength: 6 }), (commands) => {
      let learned = NO_PROBLEMS;
      for (const command of commands) {
        for (const [agent, kind, iteration] of command)
          learned = problemTallyAfter(learned, iteration, toolProblemsIn(1, [aSignal(agent, kind)]).stumbles);
      }
      const all = commands.flat();
      expect(learned.acts).toBe(all.length);
      expect(toolProblemCount(learned)).toBe(all.length);
      expect([1, 2, 3].map((iteration) => toolProblemCount(learned, iteration)).reduce((sum, count) => sum + count, 0)).toBe(all.length);
      expect(learned.signals.map(({ agentName, kind }) => [agentName, kind])).toEqual(
        all.slice(-50).map(([agentName, kind]) => [agentName, kind]),
      );
      expect(new Set(learned.counts.map(({ iteration, agentName, kind }) => `${iteration} ${agentName} ${kind}`)).size).toBe(
        learned.counts.length,
      );
    }),
    { numRuns: 30 },
  );
});

it("takes them in with the event that brings them, into run.json, the reflection and the insights [M3.07, S0.60, S3.29]", () => {
  const event = Event.parse({ ...j.timed(j.made(j.sha("1")))[0], ...HEARD });
  const run = evolve(j.settledRun(...j.BEGUN, j.PLANNED), event);
  expect(runJsonOf(run, String)["learning"]).toMatchObject({
    acts: 12,
    stumbles: 3,
    rate: 0.25,
    lessons: [{ agentName: "worker", kind: "error", count: 2 }],
    signals: [{}, {}, {}],
  });
  expect(reflectionOf(run, "iteration_limit", null).accomplishment).toContain("; agents stumbled 3 time(s) in 12 acts");
  expect(insightsOf({ ...run, stage: "stopped", ending: "iteration_limit" })?.friction_points).toContain("worker stumbled: error (2)");
  expect(reflectionOf(j.runOf(), "user_stop", null).accomplishment).not.toContain("stumbled");
  expect(learningRecord(NO_PROBLEMS)).toEqual({ acts: 0, stumbles: 0, rate: 0, counts: [], lessons: [], signals: [] });
});

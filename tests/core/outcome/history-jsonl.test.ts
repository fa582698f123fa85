import { expect, it } from "vitest";
import { eventsOfHistory, historyLinesOf } from "#core/outcome/history-jsonl.ts";
import { reflectionOf } from "#core/outcome/reflection.ts";
import { resultJsonOf } from "#core/outcome/result-json.ts";
import * as j from "../../builders/journal.ts";

const iso = (ms: number): string => new Date(ms).toISOString();
const EVENTS = j.timed([j.STARTED, j.HYDRATED, j.PROCEED]);

it("writes the envelope of S1.16, with times in UTC [S1.16, C4.01]", () => {
  const [first] = historyLinesOf(EVENTS, iso);
  expect(first).toMatchObject({
    ts: "1970-01-01T00:00:00.000Z",
    run_id: "split-20260101-000000",
    iteration: 1,
    level: "A",
    step: "PLAN",
    event: "run_started",
    status: "ok",
  });
  const [, failed] = historyLinesOf(
    [...EVENTS.slice(0, 1), ...j.timed([{ kind: "phase_error", step: "HYDRATE", message: "m", retryable: true }], 1)],
    iso,
  );
  expect(failed).toMatchObject({ event: "phase_error", status: "error", payload: { message: "m" } });
});

it("reads a line that says phase in place of level, as the seed does, and writes level alone [S1.16, U.state]", () => {
  const lines = historyLinesOf(EVENTS, iso);
  const phased = lines.map(({ level, ...line }) => ({ ...line, phase: level }));
  expect(eventsOfHistory(phased)).toEqual({ kind: "events", events: EVENTS });
  for (const line of lines) expect(Object.keys(line)).not.toContain("phase");
  const both = lines.map((line) => ({ ...line, phase: line.level }));
  expect(eventsOfHistory(both)).toMatchObject({ kind: "unreadable", why: expect.stringContaining("line 1") });
  const neither = lines.map(({ level: _, ...line }) => line);
  expect(eventsOfHistory(neither)).toMatchObject({ kind: "unreadable", why: expect.stringContaining("level") });
});

it("writes nothing for events that begin no run", () => {
  expect(() => historyLinesOf([], iso)).toThrow("bug: a history begins with run_started");
  expect(() => historyLinesOf(EVENTS.slice(1), iso)).toThrow("bug: a history begins with run_started");
});

it.each([
  { when: "a line is no object", lines: ["x"], why: "line 1" },
  {
    when: "an event is unknown",
    lines: [...historyLinesOf(EVENTS.slice(0, 1), iso), { ...historyLinesOf(EVENTS.slice(0, 1), iso)[0], event: "sold" }],
    why: "line 2 (sold)",
  },
  { when: "the beginning is missing", lines: historyLinesOf(EVENTS, iso).slice(1), why: "a history begins with run_started" },
  { when: "there is nothing", lines: [], why: "a history begins with run_started" },
])("is unreadable, naming the line, when $when [C0.04, C1.20, 6.9 #7, C2.16]", ({ lines, why }) => {
  const reading = eventsOfHistory(lines);
  expect(reading.kind === "unreadable" ? reading.why : "readable").toContain(why);
});

it("reports a run without a plan, and one that cannot be read", () => {
  expect(resultJsonOf(j.runOf())).toMatchObject({ stage: "hydrating", score: null, level: null, maxIterations: 4, distance: null });
  expect(resultJsonOf({ ...j.runOf(), unreadable: "line 3" })).toMatchObject({ stage: "blocked", stopReason: "state_unreadable" });
});

it("reflects in seven fields, by code alone where no model was asked (S0.56) [6.9 #21]", () => {
  expect(reflectionOf(j.runOf(), "user_stop", null)).toEqual({
    request: "Split keeps empty fields",
    guidance: "N/A - no plan was reviewed",
    followed: "No: the run ended before an evaluation",
    outcome: "Failure",
    accomplishment: "nothing was evaluated (user_stop)",
    rootCause: "not assessed (user_stop)",
    proposedChange: "not assessed",
  });
  const T1 = j.sha("1");
  const run = j.settledRun(
    ...j.BEGUN,
    j.PLANNED,
    j.audited("OK"),
    ...j.made(T1),
    j.PREPARED,
    j.evaluated(T1, "A", ["a.correctness.logic"]),
    j.kept(j.sha("c")),
  );
  expect(reflectionOf(run, "iteration_limit", { rootCause: "r", proposedChange: "p" })).toEqual({
    request: "Split keeps empty fields",
    guidance: "plan-critic PROCEED after 0 revision(s); last audit OK",
    followed: "Partial: red are a.correctness.logic",
    outcome: "Partial",
    accomplishment: "score 0.33 at level A after 1 iteration(s); work is on the branch",
    rootCause: "r",
    proposedChange: "p",
  });
  const verified = j.settledRun(
    ...j.BEGUN,
    j.PLANNED,
    ...j.made(T1),
    j.PREPARED,
    j.evaluated(T1, "A"),
    j.kept(j.sha("c")),
    j.PREPARED,
    j.evaluated(T1, "B"),
    j.audited("OK"),
    j.qa("VERIFIED"),
  );
  expect(reflectionOf({ ...verified, issue: { ...verified.issue, title: "t".repeat(500) } }, "threshold_reached", null)).toMatchObject({
    outcome: "Success",
    rootCause: "none: the run succeeded",
    followed: "Yes: no fail rule is red",
  });
  expect(reflectionOf({ ...run, review: null }, "user_stop", null).guidance).toBe("N/A - no plan was reviewed");
});

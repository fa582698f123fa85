import { expect, it } from "vitest";
import { NO_PROBLEMS, problemTallyAfter, toolProblemsIn } from "#core/events/data/problem-tally.ts";
import type { LearnSignal, ToolProblemKind } from "#core/events/data/tool-problem.ts";
import { resultComment } from "#text/comments/result-comment.ts";
import { statusComment } from "#text/comments/status-comment.ts";
import { progressLines } from "#text/journal/progress-line.ts";
import { reflectPrompt } from "#text/prompts/reflect.ts";
import { aFinishedRun } from "../../builders/finished-run.ts";
import { anEvaluation, aRun } from "../../builders/run.ts";

const LINKS = { compare: null };
const signal = (agentName: string, kind: ToolProblemKind): LearnSignal => ({
  kind,
  goal: "g",
  agentName,
  details: {
    kind: "tool",
    name: "exec",
    success: false,
    timedOut: false,
    stumbles: 0,
    turns: 0,
    repeated: false,
    output: "no @all | here",
  },
  sessionId: "s",
  timestamp: 1,
});
const first = problemTallyAfter(NO_PROBLEMS, 1, toolProblemsIn(20, [signal("worker", "error"), signal("worker", "error")]).stumbles);
const LEARNED = problemTallyAfter(first, 2, toolProblemsIn(20, [signal("critique", "retry"), signal("worker", "error")]).stumbles);

it("says in a short line of the status what the agents of this iteration stumbled over, only where they did [M3.07]", () => {
  const run = aRun({ learned: LEARNED, progress: { iteration: 2 } });
  expect(statusComment(run, LINKS)).toContain("\n\nAgents of iteration 2, 2 stumbles: critique retry 1, worker error 1.\n\n");
  expect(statusComment(aRun({ learned: LEARNED, progress: { iteration: 3 } }), LINKS)).not.toContain("stumble");
  const event = { kind: "evaluation_done", at: 0, evaluation: anEvaluation() } as const;
  expect(progressLines(event, run).at(-1)).toBe("  Agents: 2 stumbles: critique retry 1, worker error 1");
  expect(progressLines(event, aRun()).join()).not.toContain("stumble");
});

it("folds into the result what could be learned, and says that a person applies it [M3.07, C3.17]", () => {
  const text = resultComment(aFinishedRun({ learned: LEARNED }), LINKS);
  const [, fold = ""] = /<summary>What agents stumbled over<\/summary>([\s\S]*?)<\/details>/.exec(text) ?? [];
  expect(fold).toContain("4 stumbles in 40 acts of agents (10.0 %).");
  expect(fold).toContain("Worth a look: worker error (3).");
  expect(fold.match(/^- (worker|critique), (error|retry), tool exec/gm)).toHaveLength(4);
  expect(fold).not.toContain("@all");
  expect(fold).toContain("applied by a pull request of a person's own");
  expect(resultComment(aFinishedRun(), LINKS)).not.toContain("stumble");
  const quiet = {
    ...LEARNED,
    acts: 0,
    signals: [{ ...signal("worker", "retry"), details: { ...signal("worker", "retry").details, output: "" } }],
  };
  expect(resultComment(aFinishedRun({ learned: quiet }), LINKS)).toMatch(
    /4 stumbles in 0 acts of agents\.\n\n- worker, retry, tool exec\n/,
  );
});

it("shows the reflector what the agents stumbled over [M3.07]", () => {
  expect(reflectPrompt(aRun({ learned: LEARNED }), "iteration_limit")).toContain("4 stumbles: worker error 3, critique retry 1");
  expect(reflectPrompt(aRun(), "iteration_limit")).not.toContain("stumble");
});

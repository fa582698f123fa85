import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type AgentAct,
  type LearnSignal,
  repeatedProblemsOf,
  type ToolProblemKind,
  toolProblemsOf,
  withSignal,
} from "#core/events/data/tool-problem.ts";

const tool: AgentAct = { kind: "tool", name: "exec", success: true, timedOut: false, stumbles: 0, turns: 0, repeated: false };
const agent: AgentAct = { ...tool, kind: "agent", name: "code-reader", turns: 3 };

it.each([
  { what: "a tool that did its work", act: tool, kinds: [] },
  { what: "a tool that failed", act: { ...tool, success: false }, kinds: ["error"] },
  { what: "a tool that ran out of time", act: { ...tool, success: false, timedOut: true }, kinds: ["error"] },
  { what: "the same call again", act: { ...tool, repeated: true }, kinds: ["retry"] },
  { what: "the same failing call again", act: { ...tool, success: false, repeated: true }, kinds: ["error", "retry"] },
  { what: "an agent that reached its goal", act: agent, kinds: [] },
  { what: "an agent that took ten turns", act: { ...agent, turns: 10 }, kinds: [] },
  { what: "an agent that took eleven", act: { ...agent, turns: 11 }, kinds: ["inefficiency"] },
  { what: "an agent that stumbled on the way", act: { ...agent, stumbles: 1, turns: 11 }, kinds: ["error"] },
  { what: "an agent that did not reach its goal", act: { ...agent, success: false, stumbles: 2 }, kinds: ["failure"] },
  { what: "an agent whose time was over", act: { ...agent, success: false, timedOut: true }, kinds: ["timeout"] },
  { what: "the same goal for the same agent", act: { ...agent, success: false, repeated: true }, kinds: ["failure", "retry"] },
] as const)("names $kinds for $what [S3.28, S3.30, S3.41, C3.20]", ({ act, kinds }) => {
  expect(toolProblemsOf(act)).toEqual(kinds);
});

it.each<{ readonly kinds: readonly ToolProblemKind[]; readonly lessons: readonly string[] }>([
  { kinds: [], lessons: [] },
  { kinds: ["failure"], lessons: ["failure 1"] },
  { kinds: ["error"], lessons: [] },
  { kinds: ["error", "retry", "error"], lessons: ["error 2"] },
  { kinds: ["retry", "retry", "timeout", "timeout", "inefficiency", "inefficiency"], lessons: [] },
  { kinds: ["retry", "failure", "retry", "retry"], lessons: ["retry 3", "failure 1"] },
])("finds $lessons worth learning from $kinds [S3.31]", ({ kinds, lessons }) => {
  const details = { ...tool, output: "" };
  const signals = kinds.map((kind): LearnSignal => ({ kind, goal: "g", agentName: "root", details, sessionId: "s", timestamp: 1 }));
  expect(repeatedProblemsOf(signals).map(({ kind, count }) => `${kind} ${count}`)).toEqual(lessons);
  const others = signals.map((signal, index) => ({ ...signal, agentName: `agent-${index}` }));
  expect(repeatedProblemsOf([...signals, ...others]).filter(({ agentName }) => agentName === "root")).toHaveLength(lessons.length);
});

it("keeps the newest hundred signals [S3.29, C3.03]", () => {
  const signal = (timestamp: number): LearnSignal => ({
    kind: "error",
    goal: "g",
    agentName: "root",
    details: { ...tool, output: "" },
    sessionId: "s",
    timestamp,
  });
  fc.assert(
    fc.property(fc.nat({ max: 250 }), (count) => {
      const all = Array.from({ length: count }, (_, index) => signal(index));
      expect(all.reduce<readonly LearnSignal[]>(withSignal, [])).toEqual(all.slice(-100));
    }),
    { numRuns: 20 },
  );
});

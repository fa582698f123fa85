/** After each act: did the agent stumble, and is that worth remembering (S3.28, S3.29, S3.41). */
import { startOf } from "#agent/tools/truncate.ts";
import { type AgentAct, type ToolProblemKind, toolProblemsOf, withSignal } from "#core/events/data/tool-problem.ts";
import { emitSessionEvent } from "./session.ts";
import type { Closing, Talk } from "./talk.ts";

/** Whose act it was, for which goal, and what it gave. */
interface Told {
  readonly agentName: string;
  readonly goal: string;
  readonly output: string;
}

/** Counts what an act stumbled over and keeps a signal of each. */
export function verifyAct(talk: Talk, act: AgentAct, payload: Told): void {
  const kinds = toolProblemsOf(act);
  emitSessionEvent(talk, { kind: "verify", data: { name: act.name, stumbled: kinds.length > 0, kinds } });
  talk.stumbles += kinds.length;
  for (const kind of kinds) signal(talk, kind, act, payload);
}

/** The agent went on in circles after it was told: one stumble (C3.19). */
export function verifyCircle(talk: Talk): void {
  talk.stumbles += 1;
  signal(talk, "retry", wholeOf(talk, false), { agentName: talk.agent.name, goal: talk.goal, output: "" });
}

/** The end of the agent that was started, which no other agent verifies: a goal that it did not reach is worth remembering. */
export function verifyEnd(talk: Talk, { end, text }: Closing): void {
  if (end === "done") return;
  const told = { agentName: talk.agent.name, goal: talk.goal, output: text };
  signal(talk, end === "time" ? "timeout" : "failure", wholeOf(talk, end === "time"), told);
}

function wholeOf({ agent, stumbles, turns }: Talk, timedOut: boolean): AgentAct {
  return { kind: "agent", name: agent.name, success: false, timedOut, stumbles, turns, repeated: false };
}

function signal(talk: Talk, kind: ToolProblemKind, act: AgentAct, { agentName, goal, output }: Told): void {
  const { session, env } = talk;
  const details = { ...act, output: startOf(output, 300) };
  const made = { kind, goal: startOf(goal, 300), agentName, details, sessionId: session.id, timestamp: env.clock.now() };
  session.signals = withSignal(session.signals, made);
  emitSessionEvent(talk, { kind: "learn_signal", data: made });
}

/** Records the tool problems of each call, and keeps them as signals to learn from. */
import { startOf } from "#agent/tools/truncate.ts";
import { type AgentAct, type ToolProblemKind, toolProblemsOf, withSignal } from "#core/events/data/tool-problem.ts";
import { emitSessionEvent } from "./session.ts";
import type { Closing, Talk } from "./talk.ts";

/** The agent, its goal, and the output of the call. */
interface ActContext {
  readonly agentName: string;
  readonly goal: string;
  readonly output: string;
}

/** Counts the tool problems of a call and keeps a signal of each. */
export function verifyAct(talk: Talk, act: AgentAct, context: ActContext): void {
  const kinds = toolProblemsOf(act);
  emitSessionEvent(talk, { kind: "verify", data: { name: act.name, stumbled: kinds.length > 0, kinds } });
  talk.stumbles += kinds.length;
  for (const kind of kinds) signal(talk, kind, act, context);
}

/** The agent repeated itself after the warning: one tool problem. */
export function verifyCircle(talk: Talk): void {
  talk.stumbles += 1;
  signal(talk, "retry", wholeOf(talk, false), { agentName: talk.agent.name, goal: talk.goal, output: "" });
}

/** Keeps a signal where the started agent did not reach its goal; no other agent verifies it. */
export function verifyEnd(talk: Talk, { end, text }: Closing): void {
  if (end === "done") return;
  const context = { agentName: talk.agent.name, goal: talk.goal, output: text };
  signal(talk, end === "time" ? "timeout" : "failure", wholeOf(talk, end === "time"), context);
}

function wholeOf({ agent, stumbles, turns }: Talk, timedOut: boolean): AgentAct {
  return { kind: "agent", name: agent.name, success: false, timedOut, stumbles, turns, repeated: false };
}

function signal(talk: Talk, kind: ToolProblemKind, act: AgentAct, { agentName, goal, output }: ActContext): void {
  const { session, env } = talk;
  const details = { ...act, output: startOf(output, 300) };
  const made = {
    kind,
    goal: startOf(goal, 300),
    agentName,
    details,
    sessionId: session.id,
    timestamp: env.clock.now(),
  };
  session.signals = withSignal(session.signals, made);
  emitSessionEvent(talk, { kind: "learn_signal", data: made });
}

/** Presents an agent to its caller: a goal to give it, and events to follow it by. */

import type { AgentEnv } from "#agent/conversation/agent-env.ts";
import { eventStream } from "#agent/conversation/event-stream.ts";
import type { SessionEvent } from "#agent/conversation/session-event.ts";
import type { Spec } from "#agent/specs/spec.ts";
import { type Work, work } from "./work.ts";

/** The result of a goal. The other fields of `Work` say how it went. */
export interface AgentResult
  extends Pick<Work, "end" | "reason" | "calls" | "signals" | "history" | "stumbles" | "turns"> {
  /** The agent's last text. */
  readonly output: string;
  /** The agent ended by itself. */
  readonly success: boolean;
}

export interface Agent {
  /** Works on the goal, once only. Throws what `work` throws; the events end also then. */
  run(goal: string): Promise<AgentResult>;
  /** All events, for one reader, from session_start to session_end. Reading them is optional. */
  readonly events: AsyncIterable<SessionEvent>;
}

/** An agent without a goal yet. */
export function agent(spec: Spec, env: AgentEnv): Agent {
  const stream = eventStream();
  let begun = false;
  const tell = (event: SessionEvent): void => {
    env.tell?.(event);
    stream.push(event);
  };
  return {
    events: stream.events,
    run: async (goal) => {
      if (begun) throw new Error(`bug: the ${spec.name} has a goal already`);
      begun = true;
      try {
        const {
          text: output,
          end,
          reason,
          calls,
          signals,
          history,
          stumbles,
          turns,
        } = await work(spec, goal, { ...env, tell });
        return { output, success: end === "done", stumbles, turns, end, reason, calls, signals, history };
      } finally {
        stream.end();
      }
    },
  };
}

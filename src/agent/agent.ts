/** An agent as somebody outside holds it: a goal to give it, and events to follow it by (architecture 3, S3.01). */
import { eventStream } from "#agent/conversation/event-stream.ts";
import type { SessionEvent } from "#agent/conversation/session-event.ts";
import type { AgentEnv } from "#agent/conversation/talk.ts";
import type { Spec } from "#agent/specs/spec.ts";
import { type Work, work } from "./work.ts";

/** What came of a goal (S3.01). The rest of `work` says how. */
export interface AgentResult extends Pick<Work, "end" | "reason" | "calls" | "signals" | "history" | "stumbles" | "turns"> {
  /** The agent's last words. */
  readonly output: string;
  /** It ended by itself. */
  readonly success: boolean;
}

export interface Agent {
  /** Works on the goal. Once only. Throws what `work` throws; the events end also then. */
  run(goal: string): Promise<AgentResult>;
  /** Everything that happens, for one reader, from session_start to session_end. Nobody has to read it. */
  readonly events: AsyncIterable<SessionEvent>;
}

/** An agent that has not been given a goal yet. */
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
        const { text: output, end, reason, calls, signals, history, stumbles, turns } = await work(spec, goal, { ...env, tell });
        return { output, success: end === "done", stumbles, turns, end, reason, calls, signals, history };
      } finally {
        stream.end();
      }
    },
  };
}

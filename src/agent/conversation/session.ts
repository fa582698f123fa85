/** Emits the start and the end of a conversation around it, and all events between. */
import { messageOf } from "#core/values/message-of.ts";
import { Interrupted } from "#ports/failure.ts";
import type { SessionEnd, SessionEventBody } from "./session-event.ts";
import type { Talk } from "./talk.ts";

/** Sends an event to the caller's listener. */
export function emitSessionEvent({ env, id, depth }: Talk, happening: SessionEventBody): void {
  env.tell?.({ ...happening, timestamp: env.clock.now(), agentId: id, depth });
}

/**
 * Runs a conversation between its session_start and its session_end, which comes also after an exception. Throws what
 * `live` throws.
 */
export async function inSession<T>(talk: Talk, live: () => Promise<T>, endOf: (lived: T) => SessionEnd): Promise<T> {
  emitSessionEvent(talk, {
    kind: "session_start",
    data: { sessionId: talk.session.id, agent: talk.agent.name, goal: talk.goal },
  });
  let end: SessionEnd = "broken";
  try {
    const lived = await live();
    end = endOf(lived);
    return lived;
  } catch (error) {
    if (error instanceof Interrupted) end = "interrupted";
    emitSessionEvent(talk, { kind: "error", data: { text: messageOf(error) } });
    throw error;
  } finally {
    const { stumbles, turns } = talk;
    emitSessionEvent(talk, { kind: "session_end", data: { end, success: end === "done", stumbles, turns } });
  }
}

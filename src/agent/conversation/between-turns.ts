/**
 * Checks between a round of tool calls and the next turn whether the agent repeats itself and whether the user sent
 * messages.
 */
import { repeatedPatternIn } from "./repetition.ts";
import { emitSessionEvent } from "./session.ts";
import { addUserMessage, type Talk } from "./talk.ts";
import { verifyCircle } from "./verify.ts";

const CIRCLE =
  "You are going round in circles: your last calls repeat one pattern with the same arguments, and the same comes " +
  "of them. Stop and think about what you know already, then do something else, or end and say what is in the way.";

/** Warns an agent that repeats its calls, once. True when the agent must end: it was warned and goes on. */
export function endsForRepetition(talk: Talk): boolean {
  const length = repeatedPatternIn(talk.signatures);
  if (length === null) return false;
  if (talk.warned) {
    verifyCircle(talk);
    return true;
  }
  talk.warned = true;
  emitSessionEvent(talk, { kind: "warning", data: { text: `the last calls repeat a pattern of ${length}` } });
  steerBy(talk, CIRCLE);
  return false;
}

/** Adds the messages that the caller has queued, as messages of the user. True when there was one. */
export function takeSteering(talk: Talk): boolean {
  const queued = talk.env.steer?.() ?? [];
  for (const text of queued) steerBy(talk, text);
  return queued.length > 0;
}

function steerBy(talk: Talk, text: string): void {
  emitSessionEvent(talk, { kind: "steering", data: { text } });
  addUserMessage(talk, text);
}

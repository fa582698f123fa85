/** Between a round of tool calls and the next turn: is it going round in circles, and does somebody want to say something (S3.53, S3.54). */
import { repeatedPatternIn } from "./repetition.ts";
import { emitSessionEvent } from "./session.ts";
import { addUserMessage, type Talk } from "./talk.ts";
import { verifyCircle } from "./verify.ts";

const CIRCLE =
  "You are going round in circles: your last calls repeat one pattern with the same arguments, and the same comes of them. Stop and think about what you know already, then do something else, or end and say what is in the way.";

/** Says what is to be said. True when the agent must end: it was told that it goes round in circles, and goes on (C3.19). */
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

/** Hands on what the host has queued, as messages of the user. True when there was something. */
export function takeSteering(talk: Talk): boolean {
  const said = talk.env.steer?.() ?? [];
  for (const text of said) steerBy(talk, text);
  return said.length > 0;
}

function steerBy(talk: Talk, text: string): void {
  emitSessionEvent(talk, { kind: "steering", data: { text } });
  addUserMessage(talk, text);
}

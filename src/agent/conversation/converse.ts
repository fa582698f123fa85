/** Runs the loop of every agent: turns of a model and calls of tools, until the agent is done or reaches a limit. */
import type { ModelReply } from "#ports/model.ts";
import { endsForRepetition, takeSteering } from "./between-turns.ts";
import { callTools } from "./call-tools.ts";
import { takeTurn } from "./model-turn.ts";
import { addUserMessage, type Closing, type Talk } from "./talk.ts";

/**
 * Runs the conversation to its end. An agent that finishes on its last turn is done. A reply cut at its token limit is
 * continued once where prose is asked for. Throws `Interrupted` before the next model or tool call once the signal is
 * aborted, and what model and tool access throw.
 */
export async function converse(talk: Talk): Promise<Closing> {
  const last: LastReply = { text: "", continued: false };
  let closing: Closing | null = null;
  while (closing === null) closing = await step(talk, last);
  // An agent that misses its goal counts one more tool problem; repetition was counted when it was found.
  if (closing.end !== "done" && closing.end !== "looping") talk.stumbles += 1;
  return closing;
}

/** The model's last text, and whether it continues a reply that was cut. */
interface LastReply {
  text: string;
  continued: boolean;
}

/** One turn and its calls; null = the conversation goes on. */
async function step(talk: Talk, last: LastReply): Promise<Closing | null> {
  const over = overLimit(talk);
  if (over !== null) return { end: over, text: last.text, reason: null };
  const reply = await takeTurn(talk);
  if (reply === null) return { end: "time", text: last.text, reason: null };
  last.text = last.continued ? last.text + reply.text : reply.text;
  if (reply.finish === "refused") return { end: "refused", text: last.text, reason: null };
  if (reply.calls.length === 0) return finish(talk, reply, last);
  last.continued = false;
  const stop = await callTools(talk, reply, converse);
  if (stop !== null) return { ...stop, text: last.text };
  takeSteering(talk);
  return endsForRepetition(talk) ? { end: "looping", text: last.text, reason: null } : null;
}

/**
 * Ends the conversation after a reply without calls, unless it is the first cut one of a text, or the user sent a
 * message meanwhile.
 */
function finish(talk: Talk, reply: ModelReply, last: LastReply): Closing | null {
  if (reply.finish !== "cut")
    return overLimit(talk) === null && takeSteering(talk) ? null : { end: "done", text: last.text, reason: null };
  if (last.continued || talk.format !== undefined || reply.text === "")
    return { end: "cut", text: last.text, reason: null };
  last.continued = true;
  addUserMessage(talk, "continue");
  return null;
}

function overLimit({ agent, env, until, turns }: Talk): "turns" | "time" | null {
  if (turns >= agent.limits.turns) return "turns";
  return env.clock.now() >= until ? "time" : null;
}

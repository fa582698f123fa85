/** What the service does instead of answering, or in the middle of an answer. */
import type { Fault } from "../../lab/model/script.ts";
import { dataOf, type Kind, replying } from "./kind.ts";

/** Milliseconds of silence; longer than `limits.callMs` of the bench. */
const SILENCE = 1_500;

const failing = (name: string, fault: Fault): Kind => ({ name, often: 1, spoil: (turn) => ({ ...turn, reply: undefined, fault }) });

export const WIRE_KINDS: readonly Kind[] = [
  failing("429 with a wait", { status: 429, retryAfter: 1, message: "slow down" }),
  failing("500", { status: 500, message: "internal" }),
  failing("529", { status: 529, message: "overloaded" }),
  failing("overload within a stream", { event: "overloaded_error" }),
  failing("a stream that stops", { cut: true }),
  failing("a call that does not close", { garble: true }),
  { name: "a silent stream", often: 1, spoil: (turn) => ({ ...turn, fault: { delayMs: SILENCE } }) },
  {
    name: "400 for a schema",
    often: 2,
    spoil: (turn, { question }) =>
      dataOf(turn) === null || !question.hasSchema
        ? null
        : { ...turn, reply: undefined, fault: { status: 400, message: "output_config.format.schema: The compiled grammar is too large" } },
  },
  { name: "a refusal", often: 1, spoil: (turn) => replying(turn, { text: "", stop: "refusal" }) },
  {
    name: "a reply that is cut",
    often: 1,
    spoil: (turn) => {
      const data = dataOf(turn);
      return data === null ? null : replying(turn, { text: JSON.stringify(data).slice(0, 20), stop: "max_tokens" });
    },
  },
];

/** The model plays a script: each main request gets the next step, whoever asks and however much it remembers. */
import type { WireAnswer } from "../../lab/model/wire.ts";
import { type Action, type Call, express, toolFor } from "./express.ts";
import { blocksOf, type MessageRequest } from "./request.ts";

/** The work: so many steps, one call of a tool each. */
export interface Script {
  readonly steps: number;
  readonly actionAt: (step: number) => Action;
}

/** A word of the goal: requests that hold it belong to the work, all others (titles and the like) are beside it. */
const MARKER = "BENCH-TASK";

/** The goal that each contestant is given. */
export const GOAL =
  `${MARKER}: follow the bench script in this repository. Read the files, make the edits and run the commands ` +
  "that you are told to, then say that you are done.";

/** Where a client delegates, it has this tool for it. */
const DELEGATE = "hand";
const DELEGATION = called("root", { name: DELEGATE, input: { goal: GOAL } });

/** What a request is: a step of the work, its delegation to another agent, or something beside it. */
export type RequestKind = "main" | "root" | "side";

/** The kind of a request. */
export function kindOf({ tools = [], messages }: MessageRequest): RequestKind {
  const told = messages.flatMap(({ role, content }) => (role === "user" ? blocksOf(content) : []));
  if (!told.some(({ text }) => text?.includes(MARKER))) return "side";
  if (toolFor("exec", tools) !== undefined) return "main";
  return tools.some(({ name }) => name === DELEGATE) ? "root" : "side";
}

/** The answer to a request, and the step that was asked for last. */
interface Answered {
  readonly words: WireAnswer;
  readonly reached: number;
}

/** Answers a request; `reached`: the step that was asked for last before it, -1 at first. Throws as `express`. */
export function answerTo(request: MessageRequest, script: Script, reached: number): Answered {
  const kind = kindOf(request);
  if (kind === "root") return { words: request.messages.length > 1 ? said("Done.") : DELEGATION, reached };
  if (kind === "side") return { words: said("Bench"), reached };
  // A conversation that began afresh holds none of our ids; the work goes on.
  const step = (lastSeen(request) ?? reached) + 1;
  const now = Math.max(reached, step);
  if (step >= script.steps) return { words: said("Done: the task is complete."), reached: now };
  return { words: called(`${step}`, express(script.actionAt(step), request.tools ?? [])), reached: now };
}

const ID = /^toolu_bench_(\d+)$/;

/** The number of the last step whose result the request holds; null where it holds none. */
function lastSeen({ messages }: MessageRequest): number | null {
  const results = messages.flatMap(({ content }) => blocksOf(content));
  const steps = results.flatMap(({ tool_use_id = "" }) => ID.exec(tool_use_id)?.slice(1).map(Number) ?? []);
  return steps.length === 0 ? null : Math.max(...steps);
}

function said(text: string): WireAnswer {
  return { id: "msg_bench", content: [{ type: "text", text, citations: null }], stop_reason: "end_turn" };
}

function called(number: string, { name, input }: Call): WireAnswer {
  const text = { type: "text" as const, text: "Next.", citations: null };
  const caller = { type: "direct" as const };
  const call = { type: "tool_use" as const, id: `toolu_bench_${number}`, name, input, caller };
  return { id: `msg_bench_${number}`, content: [text, call], stop_reason: "tool_use" };
}

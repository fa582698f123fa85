/** The service notes of each request for a message what it was, when it came and what its prompt costs. */
import { kindOf, type RequestKind } from "./answer.ts";
import { continues, type PromptBlock, promptOf } from "./prompt.ts";
import { type CountedPrompt, costOf, promptCache } from "./prompt-cost.ts";
import type { MessageRequest } from "./request.ts";

/** A request for a message. Moments as `performance.now()` has them. */
export interface Heard {
  readonly kind: RequestKind;
  readonly arrived: number;
  /** Null until all of the answer is under way. */
  answered: number | null;
  /** Of the body. */
  readonly bytes: number;
  /** Of the prompt, in tokens of plain input. */
  readonly cost: number;
  /** True for a main request whose prompt does not begin with all of the one before. */
  readonly isBreak: boolean;
}

/** The notes of one run. */
export interface Notes {
  readonly heard: readonly Heard[];
  /** Notes a request. Gives its note, and the tokens of its prompt. */
  readonly take: (request: MessageRequest, of: Pick<Heard, "arrived" | "bytes">) => Taken;
}

interface Taken {
  readonly note: Heard;
  readonly counted: CountedPrompt;
}

/** Empty notes. */
export function notesOfRun(): Notes {
  const heard: Heard[] = [];
  const count = promptCache();
  let before: readonly PromptBlock[] = [];
  return {
    heard,
    take: (request, of) => {
      const [kind, prompt] = [kindOf(request), promptOf(request)];
      const counted = count(request.model, prompt);
      const isBreak = kind === "main" && !continues(before, prompt);
      if (kind === "main") before = prompt;
      const note = { kind, ...of, answered: null, cost: costOf(counted), isBreak };
      heard.push(note);
      return { note, counted };
    },
  };
}

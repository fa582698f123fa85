/** The collected message as our reply: fails closed where it does not understand. */
import { checkToolName, parseToolInput } from "#adapters/model/tool-input.ts";
import { Failure } from "#ports/failure.ts";
import type { Finish, ModelReply } from "#ports/model.ts";
import type { CollectedMessage } from "./collect.ts";
import { assistantMessageOf } from "./request.ts";

/**
 * The reply, but for its spend. Only a turn that ended in order has calls: of one that was cut or refused none is done, and `raw`
 * leaves them out, because a call in the history that has no result is refused with 400 (LLM-06).
 * Throws `Failure("model")`: retryable when the tool input is not JSON, not retryable for an end that we do not know (LLM-09).
 */
export function openaiReplyOf(said: CollectedMessage): Omit<ModelReply, "usage"> {
  const text = said.text || said.refusal;
  const how = finishOf(said);
  if (how !== "ended") return { text, calls: [], finish: how, raw: assistantMessageOf(text, []) };
  const calls = said.calls.map(({ id, name, json }) => ({
    id,
    name: checkToolName(name),
    input: json === "" ? {} : parseToolInput(json, name),
  }));
  return { text, calls, finish: calls.length > 0 ? "tools" : "done", raw: assistantMessageOf(text, said.calls) };
}

/** Some services end a turn with calls as `stop`: the calls count, not the word. */
function finishOf({ finish, refusal }: CollectedMessage): Extract<Finish, "cut" | "refused"> | "ended" {
  if (refusal !== "") return "refused";
  switch (finish) {
    case "stop":
    case "tool_calls":
      return "ended";
    case "length":
      return "cut";
    case "content_filter":
      return "refused";
    default:
      throw new Failure("model", `the model ended its turn for a reason that we do not know: ${finish}`, { retryable: false });
  }
}

/** Turns the collected message into a reply: it throws where it does not understand the message. */
import { checkToolName, parseToolInput } from "#adapters/model/tool-input.ts";
import { Failure } from "#ports/failure.ts";
import type { Finish, ModelReply } from "#ports/model.ts";
import type { CollectedMessage } from "./collect.ts";
import { assistantMessageOf } from "./request.ts";

/**
 * The reply, without its usage. Only a turn that ended in order has calls: the calls of a cut or refused turn are
 * dropped, from `raw` too, because the provider refuses a history with a call that has no result (400). Throws
 * `Failure("model")`: retryable when the input of a tool is not JSON, not retryable for an unknown end.
 */
export function openaiReplyOf(message: CollectedMessage): Omit<ModelReply, "usage"> {
  const text = message.text || message.refusal;
  const how = finishOf(message);
  if (how !== "ended") return { text, calls: [], finish: how, raw: assistantMessageOf(text, []) };
  const calls = message.calls.map(({ id, name, json }) => ({
    id,
    name: checkToolName(name),
    input: json === "" ? {} : parseToolInput(json, name),
  }));
  return { text, calls, finish: calls.length > 0 ? "tools" : "done", raw: assistantMessageOf(text, message.calls) };
}

/** Some services end a turn that has calls with `stop`: the calls count, not the word. */
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
      throw new Failure("model", `the model ended its turn for a reason that we do not know: ${finish}`, {
        retryable: false,
      });
  }
}

/** The input of a tool call, as the model wrote it. */
import { Failure } from "#ports/failure.ts";

/** Reads it. Throws `Failure("model")`, retryable, when it is not JSON: the SDKs would mend or hide what is broken. */
export function parsedInput(json: string, tool: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new Failure("model", `the model's input for the tool ${tool} is not JSON`, { retryable: true, cause });
  }
}

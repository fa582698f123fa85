/** A tool call as the model wrote it: its name and its input. */
import { Failure } from "#ports/failure.ts";

/** Reads it. Throws `Failure("model")`, retryable, when it is not JSON: the SDKs would mend or hide what is broken. */
export function parseToolInput(json: string, tool: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new Failure("model", `the model's input for the tool ${tool} is not JSON`, { retryable: true, cause });
  }
}

/** What both providers take for the name of a tool. */
const NAME = /^[\w-]{1,64}$/;

/** The name, if it can be one. Throws `Failure("model")`, retryable, where it cannot: it would be refused with 400 in every later request (LLM-10). */
export function checkToolName(name: string): string {
  if (NAME.test(name)) return name;
  throw new Failure("model", `the model called a tool by a name that is none: ${JSON.stringify(name.slice(0, 70))}`, { retryable: true });
}

/** Checks the name and parses the input of a tool call, as the model wrote them. */
import { Failure } from "#ports/failure.ts";

/**
 * Parses the input. Throws `Failure("model")`, retryable, when it is not JSON: the SDKs would repair or hide the error.
 */
export function parseToolInput(json: string, tool: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new Failure("model", `the model's input for the tool ${tool} is not JSON`, { retryable: true, cause });
  }
}

/** The tool names that both providers accept. */
const NAME = /^[\w-]{1,64}$/;

/**
 * The name, if it is valid. Throws `Failure("model")`, retryable, if it is not: the provider would refuse every later
 * request of the conversation with 400.
 */
export function checkToolName(name: string): string {
  if (NAME.test(name)) return name;
  throw new Failure("model", `the model called a tool by a name that is none: ${JSON.stringify(name.slice(0, 70))}`, {
    retryable: true,
  });
}

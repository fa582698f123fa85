/** GraphQL refuses with 200 and `errors`. */
import type { Answer } from "./answer.ts";
import type { Refusal } from "./update-refs.ts";

/** The answer to a mutation, by its name, that was not done. */
export function refusedMutation(name: string, error: Refusal): Answer {
  return { status: 200, body: { data: { [name]: null }, errors: [{ path: [name], locations: [{ line: 1, column: 1 }], ...error }] } };
}

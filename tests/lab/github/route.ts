/** Operations that the gateway answers itself. */

import type { Ask, Lab } from "./lab.ts";
import type { Answer } from "./rules/answer.ts";
import { type Template, templateOf } from "./rules/template.ts";

export interface Call {
  readonly ask: Ask;
  readonly lab: Lab;
  /** A parameter of the path. */
  parameter(name: string): string;
}

export interface Route {
  readonly method: string;
  readonly template: Template;
  /** Null leaves the answer to the next route, or to the emulator. */
  answer(call: Call): Promise<Answer | null>;
}

/** One operation. */
export function on(method: string, path: string, answer: (call: Call) => Promise<Answer | null>): Route {
  return { method, template: templateOf(path), answer };
}

/** One operation below `/repos/{owner}/{repo}`. */
export function onRepository(method: string, tail: string, answer: (call: Call) => Promise<Answer | null>): Route {
  return on(method, `/repos/{owner}/{repo}${tail}`, answer);
}

/** The answer of the first route that fits; null where none does. */
export async function answerOf(routes: readonly Route[], ask: Ask, lab: Lab): Promise<Answer | null> {
  for (const route of routes) {
    const parameters = route.method === ask.method ? route.template.match(ask.path) : null;
    const answer = parameters && (await route.answer({ ask, lab, parameter: (name) => parameters[name] ?? "" }));
    if (answer) return answer;
  }
  return null;
}

/** Comments of a review on lines of a file: the emulator keeps a position in the diff only, so a line is kept as one that no diff has. */

import type { Ask } from "./lab.ts";
import type { Answer } from "./rules/answer.ts";

/** Longer than any diff. */
const BEYOND = 1_000_000;

/** The body of a review as the emulator takes it; every other body as it is. */
export function withPositions({ method, path, body }: Pick<Ask, "method" | "path" | "body">): unknown {
  const { comments } = Object(body);
  if (method !== "POST" || !/\/pulls\/\d+\/reviews$/.test(path) || !Array.isArray(comments)) return body;
  return { ...Object(body), comments: comments.map(positioned) };
}

function positioned(comment: unknown): unknown {
  const { line, ...rest } = Object(comment);
  return typeof line === "number" ? { ...rest, position: BEYOND + line } : comment;
}

/** Comments on lines in an answer of the emulator, with the lines that they were made on. */
export function withLines({ path }: Pick<Ask, "path">, answer: Answer): Answer {
  if (answer.status >= 300 || !/\/pulls\/(\d+(\/reviews\/\d+)?\/comments|comments\/\d+)/.test(path)) return answer;
  return { ...answer, body: Array.isArray(answer.body) ? answer.body.map(lined) : lined(answer.body) };
}

function lined(comment: unknown): unknown {
  const { position, ...rest } = Object(comment);
  if (typeof position !== "number" || position <= BEYOND) return comment;
  return { ...rest, position: 1, original_position: 1, line: position - BEYOND, original_line: position - BEYOND };
}

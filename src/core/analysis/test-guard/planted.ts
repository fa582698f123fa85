/** Plants a fault in the text of a file. */
import type { Mutant } from "./mutants.ts";

/**
 * The text with the fault; null where its line is another one, and where the text is not what the file holds: one with
 * bytes that are no UTF-8. Pure.
 */
export function planted(text: string, { line, was, now }: Pick<Mutant, "line" | "was" | "now">): string | null {
  const lines = text.split("\n");
  return lines[line - 1] !== was || text.includes("\uFFFD") ? null : lines.with(line - 1, now).join("\n");
}

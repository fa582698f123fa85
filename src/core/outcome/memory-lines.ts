/** Reads and writes `memory.jsonl`: one memory a line, checked line by line because people may write it too. */
import * as z from "zod";
import { Memory } from "#core/plan/memory.ts";

/** The memories of the text; `unreadable` names the first line that is no memory, so that writing does not lose it. */
export type MemoryText =
  | { readonly kind: "memories"; readonly memories: readonly Memory[] }
  | { readonly kind: "unreadable"; readonly why: string };

/** Reads the lines. Of two with one id the later counts. */
export function readMemories(text: string): MemoryText {
  const found = new Map<string, Memory>();
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const read = memoryIn(line);
    if (typeof read === "string") return { kind: "unreadable", why: `line ${index + 1}: ${read}` };
    found.set(read.id, read);
  }
  return { kind: "memories", memories: [...found.values()] };
}

/** The memory in a line, or what is wrong with it. */
function memoryIn(line: string): Memory | string {
  const value = json(line);
  if (value === undefined) return "it is not JSON";
  const read = Memory.safeParse(value);
  return read.success ? read.data : z.prettifyError(read.error);
}

function json(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // JSON has no undefined, so nothing else is taken for this
  }
}

/** The text of these memories. Reading it gives them back. */
export function memoryText(memories: readonly Memory[]): string {
  return memories.map((memory) => `${JSON.stringify(memory)}\n`).join("");
}

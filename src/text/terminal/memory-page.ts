/** Lists the memories of earlier runs for a terminal. */
import type { Memory } from "#core/plan/memory.ts";
import { percent } from "#text/format/format.ts";
import { originOf } from "#text/phrases/origin.ts";
import { pageOf, wrapped } from "./layout.ts";

function entry({ id, kind, text, source, stale, uses, confidence }: Memory): string {
  const counts = stale
    ? "stale: a file that it names has changed"
    : `trusted ${percent(confidence)}, used ${uses} times`;
  return [wrapped(`${id}  `, text), wrapped("              ", `${originOf({ kind, ...source })}; ${counts}`)].join(
    "\n",
  );
}

/** Every memory with its id, its origin and how much it counts. */
export function memoryPage(memories: readonly Memory[]): string {
  if (memories.length === 0) return "Nothing is remembered here.";
  return pageOf([memories.map(entry).join("\n"), "loopwright forget <id> takes one out."]);
}

/** `loopwright memory`: prints the memories of earlier runs in this repository. */
import { homeOf } from "#cli/local/home.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { memoryPage } from "#text/terminal/memory-page.ts";

export async function showMemory(args: Arguments, terminal: Terminal): Promise<number> {
  const { memories } = await homeOf(terminal);
  const kept = await memories.list();
  terminal.print(args.has("json") ? JSON.stringify(kept, null, 2) : memoryPage(kept));
  return DONE;
}

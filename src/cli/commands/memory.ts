/** `loopwright memory`: what earlier runs left in this repository. */
import { memoryPage } from "#text/terminal/memory-page.ts";
import type { Arguments } from "../arguments.ts";
import { DONE } from "../exit.ts";
import { homeOf } from "../home.ts";
import type { Terminal } from "../terminal.ts";

export const MEMORY_FLAGS = {} as const;

export async function showMemory(_args: Arguments, terminal: Terminal): Promise<number> {
  const { memories } = await homeOf(terminal);
  terminal.print(memoryPage(await memories.list()));
  return DONE;
}

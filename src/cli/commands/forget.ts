/** `loopwright forget <id>`: removes a memory, so that no later plan is shown it. */
import { homeOf } from "#cli/local/home.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { MemoryId } from "#core/plan/memory.ts";

export async function forgetMemory({ words }: Arguments, terminal: Terminal): Promise<number> {
  const [id = ""] = words;
  if (words.length !== 1 || !MemoryId.safeParse(id).success)
    throw new Misuse("forget takes the id of one memory, such as m-0123456789; loopwright memory lists them");
  const { memories } = await homeOf(terminal);
  if (!(await memories.forget(id))) throw new Misuse(`there is no memory ${id} here; loopwright memory lists them`);
  terminal.print(`Forgotten: ${id}`);
  return DONE;
}

/** `loopwright approve [digest]`: the plan that is shown is approved and carried out; with `name=number` it is changed and shown again. */
import { carryOn, conclude, WISHES, wishesOf } from "#cli/local/carry-on.ts";
import { changeNumbers } from "#cli/local/change-numbers.ts";
import { consent } from "#cli/local/consent.ts";
import { chosenAlias, homeOf, runOf } from "#cli/local/home.ts";
import { kitOf } from "#cli/local/kit.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";

export const APPROVE_FLAGS = { run: "string", step: "boolean", ...WISHES } as const;

export async function approveRun(args: Arguments, terminal: Terminal): Promise<number> {
  if (args.words.some((word) => word.includes("="))) return changeNumbers(args, terminal);
  const [digest = null, more] = args.words;
  if (more !== undefined) throw new Misuse(`${JSON.stringify(more)} is one word too many: approve takes one digest, or name=number`);
  if (digest !== null && !/^[0-9a-f]{12,64}$/.test(digest)) throw new Misuse(`a digest has 12 to 64 hexadecimal digits, not ${digest}`);
  const wishes = await wishesOf(args, terminal);
  const home = await homeOf(terminal);
  const alias = await chosenAlias(home, args.value("run"));
  const run = await runOf(home, alias);
  const kit = await kitOf(terminal, home, run, wishes);
  try {
    await consent(terminal, home, run, { digest, stepwise: args.has("step") });
    const after = await carryOn(home, alias, kit);
    return await conclude(terminal, home, after, wishes);
  } finally {
    await kit.workspace.dispose();
  }
}

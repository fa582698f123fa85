/**
 * `loopwright approve [digest]`: approves the plan that was shown and carries it out; with `name=number` it changes the
 * plan and shows it again.
 */
import { approveLocally } from "#cli/local/approve-locally.ts";
import { changeNumbers } from "#cli/local/change-numbers.ts";
import { driveLocally, driveOptionsOf, reportEnd } from "#cli/local/drive-locally.ts";
import { chosenAlias, homeOf, runOf } from "#cli/local/home.ts";
import { localContextOf } from "#cli/local/local-context.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { namesDigest } from "#core/values/digest.ts";

export async function approveRun(args: Arguments, terminal: Terminal): Promise<number> {
  if (args.words.some((word) => word.includes("="))) return changeNumbers(args, terminal);
  const [digest = null, more] = args.words;
  if (more !== undefined)
    throw new Misuse(`${JSON.stringify(more)} is one word too many: approve takes one digest, or name=number`);
  if (digest !== null && !namesDigest(digest))
    throw new Misuse(`a digest has 32 to 64 hexadecimal digits, not ${digest}`);
  const wishes = await driveOptionsOf(args, terminal);
  const home = await homeOf(terminal);
  const alias = await chosenAlias(home, args.value("run"));
  const run = await runOf(home, alias);
  const context = await localContextOf(terminal, home, run, wishes);
  try {
    await approveLocally(terminal, home, run, { digest, stepwise: args.has("step") });
    const after = await driveLocally(home, alias, context);
    return await reportEnd(terminal, home, after, wishes);
  } finally {
    await context.workspace.dispose();
  }
}

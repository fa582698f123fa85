/** `loopwright clean <name>|--all`: shows the leftovers of runs that are over, and removes them with --yes. */
import { rm } from "node:fs/promises";
import { lockDriver } from "#adapters/file-journal/driver-lock.ts";
import { removeBranch } from "#adapters/git/objects/branches.ts";
import { systemClock } from "#adapters/system-clock.ts";
import { chosenAlias, type Home, homeOf, runOf } from "#cli/local/home.ts";
import type { Arguments } from "#cli/terminal/arguments.ts";
import { DONE, Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { leftoversOf, obstacleToCleaning } from "#core/outcome/leftovers.ts";
import type { Run } from "#core/run/run.ts";
import { Failure } from "#ports/failure.ts";

/** Throws `Misuse` for a run that is not over; `--all` leaves such runs out and says so. */
export async function cleanRuns(args: Arguments, terminal: Terminal): Promise<number> {
  const [name] = args.words;
  if (name !== undefined && args.has("all"))
    throw new Misuse("a name and --all exclude each other: give one of them. See loopwright clean --help.");
  const home = await homeOf(terminal);
  if (name === undefined && !args.has("all"))
    throw new Misuse("which run? loopwright clean <name>, or --all for all that are over");
  const aliases = name === undefined ? await home.aliases() : [await chosenAlias(home, name)];
  const { over, refused } = await sorted(home, aliases);
  if (name !== undefined && refused[0] !== undefined) throw new Misuse(refused[0]);
  for (const obstacle of refused) terminal.note(`left out: ${obstacle}`);
  await (args.has("yes") ? removeAll : offerAll)(terminal, home, over);
  return DONE;
}

async function removeAll(terminal: Terminal, home: Home, runs: readonly Run[]): Promise<void> {
  for (const run of runs) await remove(terminal, home, run);
  if (runs.length === 0) terminal.print("There is nothing to remove.");
}

async function offerAll(terminal: Terminal, home: Home, runs: readonly Run[]): Promise<void> {
  for (const run of runs) offer(terminal, home, run);
  terminal.print(
    runs.length === 0
      ? "There is nothing to remove."
      : "Nothing is removed yet. To remove it, say the same with --yes.",
  );
}

async function sorted(
  home: Home,
  aliases: readonly string[],
): Promise<{ readonly over: readonly Run[]; readonly refused: readonly string[] }> {
  const looked = await Promise.all(aliases.map((alias) => look(home, alias)));
  return {
    over: looked.filter((run) => typeof run !== "string"),
    refused: looked.filter((run) => typeof run === "string"),
  };
}

/** A run that may be removed, or the reason why not. */
async function look(home: Home, alias: string): Promise<Run | string> {
  try {
    const run = await runOf(home, alias);
    return obstacleToCleaning(run) ?? run;
  } catch (error) {
    if (error instanceof Misuse || error instanceof Failure) return error.message;
    throw error;
  }
}

function offer({ print }: Terminal, home: Home, run: Run): void {
  const { branch } = leftoversOf(run);
  print(
    `${run.alias} (${run.stage}): the folder ${home.folderOf(run.alias)}` +
      `${branch === null ? "" : `, the branch ${branch.name}`}`,
  );
}

/** Removes the branch first: while the folder exists, the command can be repeated. */
async function remove({ print }: Terminal, home: Home, run: Run): Promise<void> {
  const folder = home.folderOf(run.alias);
  const hold = await lockDriver(folder, systemClock.now());
  if (hold.kind === "busy") throw new Misuse(`process ${hold.holder.pid} is at work on ${run.alias}; stop it first`);
  const { branch } = leftoversOf(run);
  try {
    const fate = branch === null ? "gone" : await removeBranch(home.repository.gitDir, branch.name, branch.commit);
    await rm(folder, { recursive: true, force: true });
    const kept = fate === "moved" ? `; the branch ${branch?.name} stays: somebody moved it or has it checked out` : "";
    print(`${run.alias}: removed${kept}`);
  } finally {
    await hold.release();
  }
}

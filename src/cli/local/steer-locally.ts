/** Records a steering command of a person at this machine, or refuses it with its reason. */
import { lockDriver } from "#adapters/file-journal/driver-lock.ts";
import { systemClock } from "#adapters/system-clock.ts";
import { settingsNow } from "#cli/here/settings-now.ts";
import { DONE, Misuse } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import { isRenewable, type RenewedBase } from "#core/commands/renewal.ts";
import { steer } from "#core/commands/steer.ts";
import type { SteeringRequest, SteeringResult } from "#core/commands/steering.ts";
import { obstacleInBranch } from "#core/run/pull-request-state.ts";
import { branchOf } from "#core/run/run-facts.ts";
import { writeDown } from "#loop/context/write-down.ts";
import { detectedIn } from "#loop/work/detected.ts";
import { plainLine } from "#text/sanitize/quote.ts";
import { type DriveOptions, driveLocally, reportEnd } from "./drive-locally.ts";
import { type Home, runOf } from "./home.ts";
import { type LocalContext, localContextOf } from "./local-context.ts";

/** The author of local commands. */
export function localUserOf({ repository }: Home): string {
  return repository.user || "you";
}

/**
 * Writes the command into the journal, also while other processes write; false where the run is already in that state.
 * Throws `Misuse` when it is refused.
 */
export async function steerLocally(home: Home, alias: string, said: Omit<SteeringRequest, "by">): Promise<boolean> {
  const others = await home.active();
  if (others !== null && others !== alias)
    throw new Misuse(`another run is active here: ${others}; stop it first (loopwright stop)`);
  const before = await runOf(home, alias);
  const by = localUserOf(home);
  let steered: SteeringResult = steer(before, { ...said, by });
  mustStand(steered);
  const moved = obstacleInBranch(before, await home.headOf(branchOf(before)));
  if (moved !== null) throw new Misuse(moved);
  await writeDown(home.journalOf(alias), systemClock, (run) => {
    steered = steer(run, { ...said, by });
    return { drafts: steered.kind === "said" ? [steered.draft] : [], alone: false };
  });
  return mustStand(steered);
}

/**
 * True when the command was written. Throws `Misuse` with the reason, and with the text of models that belongs to it.
 */
function mustStand(steered: SteeringResult): boolean {
  if (steered.kind === "refused") throw new Misuse([steered.why, ...steered.quotes.map(plainLine)].join(": "));
  return steered.kind === "said";
}

/** The process that drives the run now; null when none does. */
async function driverOf(home: Home, alias: string): Promise<number | null> {
  const hold = await lockDriver(home.folderOf(alias), systemClock.now());
  if (hold.kind === "busy") return hold.holder.pid;
  await hold.release();
  return null;
}

async function withDetected(
  { base, config }: Pick<RenewedBase, "base" | "config">,
  { workspace }: Pick<LocalContext, "workspace">,
): Promise<RenewedBase> {
  return { base, config, commands: await detectedIn(workspace, base.tree, config) };
}

/**
 * Writes the command, then drives the run here as far as it goes; another process that works on the run follows the
 * command itself. Gives the exit code.
 */
export async function steerAndDrive(
  terminal: Terminal,
  { home, alias, wishes: driveOptions }: { readonly home: Home; readonly alias: string; readonly wishes: DriveOptions },
  said: Omit<SteeringRequest, "by">,
): Promise<number> {
  const before = await runOf(home, alias);
  const settings =
    said.word === "resume" && isRenewable(before) ? await settingsNow(home.repository, before, terminal.env) : null;
  const context = await localContextOf(terminal, home, { ...before, ...settings }, driveOptions);
  try {
    const now = settings === null ? undefined : await withDetected(settings, context);
    const isSaid = await steerLocally(home, alias, { ...said, now });
    const pid = isSaid ? await driverOf(home, alias) : null;
    if (pid !== null) {
      terminal.print(`Told process ${pid}, which is at work on ${alias}.`);
      return DONE;
    }
    return await reportEnd(terminal, home, await driveLocally(home, alias, context), driveOptions);
  } finally {
    await context.workspace.dispose();
  }
}

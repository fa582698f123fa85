/** Finds how the tree before a fix is set up and tested: as the last one, if that is still a way, else by trying. */

import { type Undecided, undecided } from "#core/backtest/fix-result.ts";
import type { Config } from "#core/config/config.ts";
import type { DetectedCommands } from "#core/detection/detected-commands.ts";
import { candidatesIn } from "#loop/work/detected.ts";
import { type TriedWay, tryWays, type WayTrial } from "#loop/work/try-ways.ts";
import type { Workspace } from "#ports/workspace.ts";

/** A test command, and what sets the tree up for it. */
export interface FixCommands {
  readonly kind: "commands";
  readonly commands: DetectedCommands;
  readonly test: string;
}

/** How a fix is tried. `last`: the commands of the one before; null for the first. */
export interface CommandSearch extends Omit<WayTrial, "workspace"> {
  readonly workspace: Workspace;
  readonly config: Config;
  readonly last: DetectedCommands | null;
}

/** The commands, and the workspace is set up by them. Throws as `tryWays`. */
export async function commandsFor(search: CommandSearch): Promise<FixCommands | Undecided> {
  const { workspace, tree, config, last, signal } = search;
  const ways = await candidatesIn(workspace, tree, config);
  const same = last === null ? undefined : ways.find((way) => keyOf(way) === keyOf(last));
  if (same !== undefined && (await workspace.setup(tree, same.setup, signal)).ok) return tested(same);
  const { chosen, tried } = await tryWays(ways, search);
  return chosen === null ? unusable(tried) : tested(chosen.commands);
}

function keyOf({ setup, checks }: DetectedCommands): string {
  return JSON.stringify([setup, checks.test]);
}

function tested(commands: DetectedCommands): FixCommands | Undecided {
  const { test } = commands.checks;
  return test === null ? undecided("no_command", "") : { kind: "commands", commands, test };
}

/** The likeliest way says why; the others were only guesses. */
function unusable([first]: readonly TriedWay[]): Undecided {
  if (first === undefined) return undecided("no_command", "");
  const { missing, tests, failed } = first;
  if (missing !== null) return undecided("missing", `${missing}\n${failed}`);
  return undecided(tests === null ? "setup" : "unnamed", failed ?? "");
}

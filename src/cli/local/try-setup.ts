/**
 * Tries on this machine how the repository at HEAD is set up and tested, as a plan's rehearsal does. No model is asked.
 */
import { systemClock } from "#adapters/system-clock.ts";
import { workspaceOf } from "#cli/here/workspace-here.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import type { Config } from "#core/config/config.ts";
import { candidatesIn } from "#loop/work/detected.ts";
import { type TriedWay, tryWays } from "#loop/work/try-ways.ts";
import type { TriedSetup } from "#text/setup/config-file-text.ts";
import type { Home } from "./home.ts";

/** What was tried, in its order, and what of it is taken: a way that tests nothing is none. Throws as `tryWays`. */
export async function trySetup(
  terminal: Terminal,
  home: Home,
  config: Config,
): Promise<TriedSetup & { readonly tried: readonly TriedWay[] }> {
  const { tree } = home.repository;
  const workspace = await workspaceOf(terminal, home.repository, config);
  try {
    const ways = await candidatesIn(workspace, tree, config);
    const { chosen, tried } = await tryWays(ways, {
      workspace,
      tree,
      timeout: config.limits.checkMs,
      signal: terminal.signal,
      now: systemClock.now,
    });
    const isTested = chosen !== null && chosen.commands.checks.test !== null;
    return { detected: ways[0], chosen: isTested ? chosen.commands : null, tried };
  } finally {
    await workspace.dispose();
  }
}

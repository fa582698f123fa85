/** Makes a workspace over the repository that a command is given in, with the sandbox that this machine has. */
import { tmpdir } from "node:os";
import { DEFAULT_AUTHOR } from "#adapters/git/objects/commits.ts";
import { type GitWorkspace, gitWorkspace } from "#adapters/git/workspace.ts";
import type { Repository } from "#adapters/git/worktree/repository.ts";
import { chooseSandbox, unsandboxedWarning } from "#adapters/sandbox/walls/choose-sandbox.ts";
import type { Probe } from "#adapters/sandbox/walls/probe-facts.ts";
import { progressLog } from "#cli/terminal/progress-log.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import type { Config } from "#core/config/config.ts";
import { setupNetworkOf } from "#core/config/registries.ts";

/**
 * A workspace over the repository, with a sandbox that works on this machine, or plain child processes and a warning
 * that says why and what to do. The caller disposes of it. `probed`: where the sandbox was tried already.
 */
export async function workspaceOf(
  terminal: Terminal,
  { gitDir }: Pick<Repository, "gitDir">,
  config: Config,
  probed?: Probe,
): Promise<GitWorkspace> {
  const choice = await chooseSandbox(terminal.hostFile, config.sandbox, probed);
  if (choice.kind === "open") terminal.note(`warning: ${unsandboxedWarning(choice)}`);
  return gitWorkspace({
    gitDir,
    sandbox: choice.sandbox,
    setupNetwork: setupNetworkOf(config),
    // Not in a folder of ours that all users of this machine would share: it would belong to the first of them.
    temp: tmpdir(),
    author: DEFAULT_AUTHOR,
    log: progressLog(terminal),
  });
}

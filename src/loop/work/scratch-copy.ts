/**
 * Lets a model try things out on throw-away copies of a tree, with a bounded number of commands: the driver never keeps
 * what they write.
 */
import type { TriedCommand } from "#core/events/data/hypothesis.ts";
import { Refused, type ToolAccess } from "#ports/tool-access.ts";
import type { Workspace } from "#ports/workspace.ts";

export interface ScratchCopy {
  readonly toolAccess: ToolAccess;
  /** The commands that were run, in order, with all that they printed. */
  readonly tried: () => readonly TriedCommand[];
}

/**
 * Gives the same tool access with at most `rounds` commands; a further one is `Refused`, and the model gets that as an
 * answer.
 */
export function scratchCopyOf(toolAccess: ToolAccess, rounds: number): ScratchCopy {
  const tried: TriedCommand[] = [];
  return {
    tried: () => tried,
    toolAccess: {
      ...toolAccess,
      async exec(command, options) {
        if (tried.length >= rounds)
          throw new Refused(
            rounds === 0 ? "no command can be run here: answer now" : `all ${rounds} commands were run: answer now`,
          );
        const result = await toolAccess.exec(command, options);
        tried.push({ command, output: `${result.stdout}\n${result.stderr}` });
        return result;
      },
    },
  };
}

/** What a role that plans or judges tries out. `commands`: how many it may run; 0 where there is no sandbox. */
export interface Probes {
  readonly toolAccess: ToolAccess;
  readonly commands: number;
  /** Idempotent. */
  readonly close: () => Promise<void>;
}

/** The most commands of one question. */
const MOST = 12;

/**
 * Opens a tree for probes: the role reads one copy, in which no command ever runs, and each of its commands runs in the
 * sandbox on a copy of its own (.github/decisions/0068). `timeout`: the most milliseconds of a command. Throws as the
 * workspace does.
 */
export async function openForProbes(
  workspace: Pick<Workspace, "open" | "sandbox">,
  tree: string,
  timeout: number,
): Promise<Probes> {
  const reading = await workspace.open(tree, { git: false });
  const commands = workspace.sandbox === "bubblewrap" ? MOST : 0;
  const onOwnCopy: ToolAccess["exec"] = async (command, options) => {
    const copy = await workspace.open(tree, { git: false });
    try {
      return await copy.toolAccess.exec(command, { ...options, timeout: Math.min(options.timeout, timeout) });
    } finally {
      await copy.close();
    }
  };
  const { toolAccess } = scratchCopyOf({ ...reading.toolAccess, exec: onOwnCopy }, commands);
  return { toolAccess, commands, close: () => reading.close() };
}

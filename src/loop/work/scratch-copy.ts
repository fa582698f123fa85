/**
 * Limits the tool access to a throw-away copy, on which a model finds out why a check failed: the driver never keeps
 * what it writes there.
 */
import type { TriedCommand } from "#core/events/data/hypothesis.ts";
import { Refused, type ToolAccess } from "#ports/tool-access.ts";

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
            rounds === 0
              ? "no failed rule can be reproduced by a command: answer now"
              : `all ${rounds} commands were run: answer now`,
          );
        const result = await toolAccess.exec(command, options);
        tried.push({ command, output: `${result.stdout}\n${result.stderr}` });
        return result;
      },
    },
  };
}

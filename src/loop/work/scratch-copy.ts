/**
 * Hands on a throw-away copy for finding out why a check failed: what is written there is never kept (S4.24, C4.19).
 */
import type { TriedCommand } from "#core/events/data/hypothesis.ts";
import { Refused, type ToolAccess } from "#ports/tool-access.ts";

export interface ScratchCopy {
  readonly toolAccess: ToolAccess;
  /** What was run, in order, with all that it printed. */
  readonly tried: () => readonly TriedCommand[];
}

/** The same hands with at most `rounds` commands; further ones are `Refused`, which the model is told. */
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

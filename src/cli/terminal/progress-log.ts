/** Writes the progress of a run to standard error, so that standard output holds results only. */
import type { Log } from "#ports/log.ts";
import type { Terminal } from "./terminal.ts";

/** Each line begins with the seconds since the program began. */
export function progressLog({ note, passing, elapsed }: Pick<Terminal, "note" | "passing" | "elapsed">): Log {
  const info = (line: string, passes = false): void =>
    (passes ? passing : note)(`${(elapsed() / 1000).toFixed(1).padStart(7)}s  ${line}`);
  return { info, warn: (line) => info(`warning: ${line}`) };
}

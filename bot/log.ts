/** Probot's log as ours. */
import type { Probot } from "probot";
import type { Log } from "#ports/log.ts";

/** A log of one job. `ofRun`: from now on its lines are about this run too. */
export interface JobLog extends Log {
  readonly ofRun: (run: string) => void;
}

/** Characters of a line; a longer one quotes somebody (OBS-03). */
const LONGEST = 2_000;

function cut(line: string): string {
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)} [${line.length - LONGEST} characters more]`;
}

/** Every line bears what it is about: the delivery, the issue, and the run where one is known. */
export function logOf(logger: Probot["log"], about: { readonly delivery: string; readonly issue: string }): JobLog {
  let lines = logger.child(about);
  return {
    info: (line) => lines.info(cut(line)),
    warn: (line) => lines.warn(cut(line)),
    ofRun: (run) => {
      lines = logger.child({ ...about, run });
    },
  };
}

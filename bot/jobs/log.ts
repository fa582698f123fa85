/** Writes the lines of a job to Probot's log. */
import { inspect } from "node:util";
import type { Probot } from "probot";
import { messageOf } from "#core/values/message-of.ts";
import type { Log } from "#ports/log.ts";
import type { Job, QueueEvent } from "#ports/queue.ts";

/** The log of one job. `ofRun`: adds the run to the lines from now on. */
export interface JobLog extends Log {
  readonly ofRun: (run: string) => void;
}

/** The most characters of a line; a longer one quotes a user's text. */
const LONGEST = 2_000;

function cut(line: string): string {
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)} [${line.length - LONGEST} characters more]`;
}

/** Each line names the delivery, the issue, and the run where one is known. */
export function jobLogOf(logger: Probot["log"], about: { readonly delivery: string; readonly issue: string }): JobLog {
  let lines = logger.child(about);
  return {
    info: (line) => lines.info(cut(line)),
    warn: (line) => lines.warn(cut(line)),
    ofRun: (run) => {
      lines = logger.child({ ...about, run });
    },
  };
}

/**
 * Writes the events of the queue, but for jobs that ended well, which log that themselves. An error may hold a whole
 * request and its answer, so only its message and stack are logged, without secrets. `runs`: the run of a job, where
 * its work found one.
 */
export function queueEventLogger(
  logger: Probot["log"],
  hide: (text: string) => string,
  runs: WeakMap<Job, string>,
): (news: QueueEvent) => void {
  return ({ job, kind, what, ms = 0, error }) => {
    const { key, delivery } = job;
    const line = `webhook ${delivery} for ${key}: ${what}`;
    const run = runs.get(job);
    const err = error === undefined ? undefined : { message: hide(messageOf(error)), stack: hide(inspect(error)) };
    const about = { delivery, issue: key, ...(run !== undefined && { run }), ms: Math.round(ms), err };
    if (kind === "again") logger.warn(about, line);
    else if (kind !== "done") logger.error(about, line);
  };
}

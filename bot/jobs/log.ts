/** Probot's log as ours. */
import { inspect } from "node:util";
import type { Probot } from "probot";
import { messageOf } from "#core/values/message-of.ts";
import type { Log } from "#ports/log.ts";
import type { Job, QueueEvent } from "#ports/queue.ts";

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
 * Writes what the queue tells, but for what ended well, which has said so itself. An error may hold whatever was asked and answered (OUT-01).
 * `runs`: the run of a job, where its work has found one.
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

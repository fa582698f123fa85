/** The job's log: the port `Log` over a runner's standard output, where a line may be a workflow command. */
import { info, warning } from "@actions/core";
import type { Log } from "#ports/log.ts";
import { visible } from "#text/sanitize/clean.ts";

/**
 * A runner obeys `::name::` at the start of a line and `##[name]` anywhere in it: text of users and models must not
 * give commands (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands). Pure.
 */
export function escapeLogCommands(text: string): string {
  return visible(text).replaceAll("##[", "## [");
}

/** Lines with the seconds since the process began; a warning is shown on the page of the workflow run too. */
export function runnerLog(): Log {
  return {
    info: (text) => {
      for (const line of text.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/))
        info(`${process.uptime().toFixed(1).padStart(7)}s  ${escapeLogCommands(line)}`);
    },
    warn: (text) => warning(escapeLogCommands(text)),
  };
}

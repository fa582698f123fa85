/** The port `Log` without secrets: every line is redacted before it is written. */
import type { Log } from "#ports/log.ts";

/** Passes every line through `hide` before `log` gets it. */
export function redactedLog(log: Log, hide: (text: string) => string): Log {
  return { info: (line, passing) => log.info(hide(line), passing), warn: (line) => log.warn(hide(line)) };
}

/** The port `Log` without secrets: whatever writes the lines, no secret is in them (OUT-01). */
import type { Log } from "#ports/log.ts";

/** Every line passes `hide` before `log` gets it. */
export function redactedLog(log: Log, hide: (text: string) => string): Log {
  return { info: (line) => log.info(hide(line)), warn: (line) => log.warn(hide(line)) };
}

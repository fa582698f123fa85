/** The port `Log` without secrets: whatever writes the lines, no secret is in them (OUT-01), and no stranger's text in full (OBS-03). */
import type { Log } from "#ports/log.ts";

/** Characters of a line; a longer one quotes somebody. */
const LONGEST = 2_000;

/** Every line passes `hide` before `log` gets it, and is cut. */
export function redactedLog(log: Log, hide: (text: string) => string): Log {
  const short = (line: string): string => cut(hide(line));
  return { info: (line) => log.info(short(line)), warn: (line) => log.warn(short(line)) };
}

function cut(line: string): string {
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)} [${line.length - LONGEST} characters more]`;
}

/** Probot's log as ours. */
import type { Probot } from "probot";
import type { Log } from "#ports/log.ts";

/** Every line bears what it is about: the delivery and the issue. */
export function logOf(logger: Probot["log"], about: { readonly delivery: string; readonly issue: string }): Log {
  const lines = logger.child(about);
  return { info: (line) => lines.info(line), warn: (line) => lines.warn(line) };
}

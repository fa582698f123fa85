/** Writes the agents' events into the job's log, in a folded group. */
import { endGroup, startGroup } from "@actions/core";
import type { SessionEvent } from "#agent/conversation/session-event.ts";
import type { Log } from "#ports/log.ts";
import { agentLine } from "#text/terminal/agent-line.ts";

/**
 * Follows the agents: a group begins with the first one that works and ends with the last, so that the run's own lines
 * stand outside. Warnings are logged elsewhere. `write` takes each event whole. Never throws.
 */
export function agentLog(log: Pick<Log, "info">, write: (event: SessionEvent) => void): (event: SessionEvent) => void {
  let atWork = 0;
  return (event) => {
    write(event);
    const change = changeOf(event);
    if (change > 0) begin(event.agentId, atWork, log);
    const line = lineOf(event);
    if (line !== null) log.info(`${event.agentId}: ${line}`);
    atWork += change;
    if (change < 0 && atWork === 0) endGroup();
  };
}

/** The change in the number of working agents; those that an agent calls belong to it. */
function changeOf({ kind, depth }: SessionEvent): number {
  if (depth > 0) return 0;
  return kind === "session_start" ? 1 : kind === "session_end" ? -1 : 0;
}

/** Groups do not nest: an agent that begins later is named within. */
function begin(agent: string, atWork: number, log: Pick<Log, "info">): void {
  if (atWork === 0) startGroup(agent);
  else log.info(`${agent}: at work beside it`);
}

function lineOf(event: SessionEvent): string | null {
  switch (event.kind) {
    case "session_end":
      return `ended: ${event.data.end}, ${event.data.turns} turns, ${event.data.stumbles} stumbles`;
    case "act_start":
    case "act_end":
    case "primitive_start":
    case "primitive_end":
    case "steering":
    case "error":
      return agentLine(event, event.depth);
    default:
      return null;
  }
}

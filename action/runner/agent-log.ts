/** What agents do, in the job's log: folded into a group while they are at work, for whoever wants to look (M3.04). */
import { endGroup, startGroup } from "@actions/core";
import type { SessionEvent } from "#agent/conversation/session-event.ts";
import type { Log } from "#ports/log.ts";
import { agentLine } from "#text/terminal/agent-line.ts";

/**
 * Follows agents: a group begins with the first that is put to work and ends when none is left, so that what the run says of itself stands
 * outside. Warnings are said elsewhere. `write` takes each event whole. Never throws.
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

/** How many agents more are at work now; those that an agent calls belong to it. */
function changeOf({ kind, depth }: SessionEvent): number {
  if (depth > 0) return 0;
  return kind === "session_start" ? 1 : kind === "session_end" ? -1 : 0;
}

/** Groups do not nest: who comes later is named within. */
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

/** Shows an agent's work to a person, and applies its changes. */
import type { SessionEnd, SessionEvent } from "#agent/conversation/session-event.ts";
import { DONE, NOT_REACHED } from "#cli/terminal/exit.ts";
import type { Terminal } from "#cli/terminal/terminal.ts";
import type { Snapshot, WorkingCopy } from "#ports/workspace.ts";
import { agentLine } from "#text/terminal/agent-line.ts";
import { oneLine } from "#text/terminal/layout.ts";
import { type AgentWorkplace, applyAgentChanges } from "./agent-working-copy.ts";

export interface AgentWork {
  readonly terminal: Terminal;
  readonly place: AgentWorkplace;
  readonly workingCopy: WorkingCopy;
  /** Events go to standard output, a line of JSON each. */
  readonly json: boolean;
  /** Changes are printed and not taken over. */
  readonly dry: boolean;
}

/** The most characters of a diff that are printed. */
const DIFF = 1_000_000;

/** Shows each event until the agent ends. */
export async function showAgentEvents(
  events: AsyncIterable<SessionEvent>,
  { terminal, json }: AgentWork,
): Promise<void> {
  for await (const event of events) {
    if (json) terminal.print(JSON.stringify(event));
    const line = lineOf(event);
    if (line !== null) terminal.note(`${(terminal.elapsed() / 1000).toFixed(1).padStart(7)}s  ${line}`);
  }
}

function lineOf(event: SessionEvent): string | null {
  switch (event.kind) {
    case "act_start":
    case "act_end":
    case "primitive_start":
    case "primitive_end":
    case "steering":
    case "warning":
    case "error":
      return agentLine(event, event.depth);
    default:
      return null;
  }
}

/**
 * Reads the copy back with the checks of a run, applies its changes when the agent is done, and gives the exit code.
 */
export async function finishAgentWork(
  end: SessionEnd,
  { terminal, place, workingCopy, dry }: AgentWork,
): Promise<number> {
  const { note } = terminal;
  const snapshot = await place.workspace.snapshot(workingCopy, { protected: place.config.protected });
  for (const { path, reason } of snapshot.refused) note(`not taken over: ${oneLine(path)} (${reason})`);
  if (end !== "done" && end !== "broken") note(`The agent did not reach the goal: it was ended by ${end}.`);
  if (snapshot.changes.length === 0) note("No file was changed.");
  else if (end !== "done") note(keptWords(place, snapshot));
  else if (dry) terminal.print(await place.workspace.patch(place.tree, snapshot.tree, DIFF));
  else return intoWorktree(terminal, place, snapshot);
  return end === "done" ? DONE : NOT_REACHED;
}

async function intoWorktree({ note }: Terminal, place: AgentWorkplace, snapshot: Snapshot): Promise<number> {
  const changed = await applyAgentChanges(place, snapshot);
  if (changed.length === 0) {
    for (const { path, kind } of snapshot.changes) note(`${kind}: ${oneLine(path)}`);
    return DONE;
  }
  note(`Nothing was written: somebody changed meanwhile ${changed.map(oneLine).join(", ")}.`);
  note(keptWords(place, snapshot));
  return NOT_REACHED;
}

/** The tree is in the repository's object store, where git keeps unreferenced objects for two weeks. */
function keptWords({ tree }: AgentWorkplace, snapshot: Snapshot): string {
  const files = snapshot.changes.map(({ path }) => oneLine(path)).join(", ");
  return (
    `Your files are as they were. What the agent changed (${files}) is kept for a while: ` +
    `git diff --binary ${tree} ${snapshot.tree} | git apply --3way`
  );
}

/** The port `Queue` in this process: it needs no other service, and waiting jobs are lost with the process. */
import type { Job, PutResult, Queue, QueueOptions } from "#ports/queue.ts";
import { addToLine, type DeliveryMemory, type QueueState } from "./line-worker.ts";
import { isLineFull, lineFullMessage } from "./queue-capacity.ts";

export function inProcessQueue(options: QueueOptions & DeliveryMemory): Queue {
  const seen = new Set<string>();
  const state: QueueState = {
    options,
    lines: new Map(),
    ready: [],
    seen,
    oldest: seen.values(),
    dead: new Map(),
    onIdle: [],
    atWork: 0,
    closed: false,
  };
  return {
    put: async (job) => put(job, state),
    ready: async () => !state.closed,
    length: async () => [...state.lines.values()].reduce((sum, { jobs }) => sum + jobs.length, 0),
    deadLetters: async () => [...state.dead.values()],
    replay: async (delivery) => replay(delivery, state),
    discard: async (delivery) => state.dead.delete(delivery),
    drain: () => idle(state),
    close: () => close(state),
  };
}

function put(job: Job, state: QueueState): PutResult {
  const { seen, lines, closed, options } = state;
  if (seen.has(job.delivery)) return "doubled";
  const line = lines.get(job.key);
  const full = isLineFull(job, line?.jobs.slice(1) ?? [], options) ? lineFullMessage(job, options) : null;
  const why = closed ? "the bot is being stopped" : full;
  if (why === null) addToLine(job, line, state);
  else options.tell({ job, kind: "lost", what: `not taken: ${why}` });
  return why === null ? "taken" : closed ? "closed" : "full";
}

function replay(delivery: string, state: QueueState): boolean {
  const letter = state.dead.get(delivery);
  if (letter === undefined || state.closed) return false;
  addToLine(letter.job, state.lines.get(letter.job.key), state);
  return true;
}

function idle({ lines, onIdle }: QueueState): Promise<void> {
  return lines.size === 0 ? Promise.resolve() : new Promise((resolve) => void onIdle.push(resolve));
}

function close(state: QueueState): Promise<void> {
  state.closed = true;
  for (const [key, line] of state.lines) {
    clearTimeout(line.rest);
    const dropped = line.jobs.splice(line.at === "work" ? 1 : 0);
    for (const job of dropped)
      state.options.tell({ job, kind: "lost", what: "not done: the bot was stopped before its turn" });
    if (line.jobs.length === 0) state.lines.delete(key);
  }
  state.ready.splice(0);
  return idle(state);
}

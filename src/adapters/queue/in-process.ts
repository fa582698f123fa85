/** The queue in this process: it needs nothing outside, and what waits in it is lost with the process. */
import type { DeadLetter, Job, PutResult, Queue, QueueEvent, QueueOptions } from "#ports/queue.ts";
import { attemptJob, deadLetterFor, droppedDeadLetterEvent, retryPauseOf } from "./attempt-job.ts";
import { isLineFull, lineFullMessage } from "./queue-capacity.ts";

/** How many deliveries are remembered. */
export interface DeliveryMemory {
  readonly remembered: number;
}

/** The jobs of one key, in order. `resting`: the first one failed, and waits for its next try. */
interface Line {
  readonly jobs: Job[];
  tries: number;
  at: "ready" | "work" | "rest";
  rest: NodeJS.Timeout | undefined;
}

interface State {
  readonly options: QueueOptions & DeliveryMemory;
  readonly lines: Map<string, Line>;
  /** Keys whose first job waits for a free hand. */
  readonly ready: string[];
  /** In order of arrival. */
  readonly seen: Set<string>;
  /** By delivery. */
  readonly dead: Map<string, DeadLetter>;
  readonly onIdle: (() => void)[];
  atWork: number;
  closed: boolean;
}

export function inProcessQueue(options: QueueOptions & DeliveryMemory): Queue {
  const state: State = { options, lines: new Map(), ready: [], seen: new Set(), dead: new Map(), onIdle: [], atWork: 0, closed: false };
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

function put(job: Job, state: State): PutResult {
  const { seen, lines, closed, options } = state;
  if (seen.has(job.delivery)) return "doubled";
  const line = lines.get(job.key);
  const full = isLineFull(job, line?.jobs.slice(1) ?? [], options) ? lineFullMessage(job, options) : null;
  const why = closed ? "the bot is being stopped" : full;
  if (why === null) enter(job, line, state);
  else options.tell({ job, kind: "lost", what: `not taken: ${why}` });
  return why === null ? "taken" : closed ? "closed" : "full";
}

function enter(job: Job, line: Line | undefined, state: State): void {
  const { seen, dead, lines, ready, options } = state;
  dead.delete(job.delivery);
  seen.add(job.delivery);
  const [oldest] = seen;
  if (seen.size > options.remembered && oldest !== undefined) seen.delete(oldest);
  if (line === undefined) {
    lines.set(job.key, { jobs: [job], tries: 0, at: "ready", rest: undefined });
    ready.push(job.key);
    begin(state);
  } else line.jobs.push(job);
}

function begin(state: State): void {
  while (state.atWork < state.options.sideBySide) {
    const line = state.lines.get(state.ready.shift() ?? "");
    if (line === undefined) return;
    state.atWork += 1;
    void serve(line, state);
  }
}

/** One job of this line. The others of the line come after whoever else waits. Never rejects. */
async function serve(line: Line, state: State): Promise<void> {
  const [job] = line.jobs;
  if (job === undefined) throw new Error("bug: a line without a job is at work");
  line.at = "work";
  line.tries += 1;
  const news = await attemptJob(job, line.tries, state.options);
  state.options.tell(news);
  state.atWork -= 1;
  if (news.kind === "again" && !state.closed) rest(job.key, line, state);
  else leave(news, line, state);
  begin(state);
  if (state.lines.size === 0) for (const resolve of state.onIdle.splice(0)) resolve();
}

/** The whole line waits, so that its order is kept. */
function rest(key: string, line: Line, state: State): void {
  line.at = "rest";
  line.rest = setTimeout(
    () => {
      line.at = "ready";
      state.ready.push(key);
      begin(state);
    },
    retryPauseOf(line.tries, state.options),
  );
}

function leave(news: QueueEvent, line: Line, state: State): void {
  line.jobs.shift();
  if (news.kind === "dead") bury(deadLetterFor(news, line.tries, state.options), state);
  line.tries = 0;
  line.at = "ready";
  if (line.jobs.length === 0) state.lines.delete(news.job.key);
  else state.ready.push(news.job.key);
}

/** Whoever sends it again wants it done. */
function bury(grave: DeadLetter, { seen, dead, options }: State): void {
  seen.delete(grave.job.delivery);
  dead.set(grave.job.delivery, grave);
  const [oldest] = dead.values();
  if (dead.size <= options.deadLetterLimit || oldest === undefined) return;
  dead.delete(oldest.job.delivery);
  options.tell(droppedDeadLetterEvent(oldest, options));
}

function replay(delivery: string, state: State): boolean {
  const grave = state.dead.get(delivery);
  if (grave === undefined || state.closed) return false;
  enter(grave.job, state.lines.get(grave.job.key), state);
  return true;
}

function idle({ lines, onIdle }: State): Promise<void> {
  return lines.size === 0 ? Promise.resolve() : new Promise((resolve) => void onIdle.push(resolve));
}

function close(state: State): Promise<void> {
  state.closed = true;
  for (const [key, line] of state.lines) {
    clearTimeout(line.rest);
    const dropped = line.jobs.splice(line.at === "work" ? 1 : 0);
    for (const job of dropped) state.options.tell({ job, kind: "lost", what: "not done: the bot was stopped before its turn" });
    if (line.jobs.length === 0) state.lines.delete(key);
  }
  state.ready.splice(0);
  return idle(state);
}

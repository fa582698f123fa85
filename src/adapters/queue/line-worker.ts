/** Works through the jobs of a queue in this process: of each key one job at a time, in order. */
import type { DeadLetter, Job, QueueEvent, QueueOptions } from "#ports/queue.ts";
import { attemptJob, deadLetterFor, droppedDeadLetterEvent, retryPauseOf } from "./attempt-job.ts";

/** How many deliveries the queue remembers. */
export interface DeliveryMemory {
  readonly remembered: number;
}

/** The jobs of one key, in order. `rest`: the first one failed, and waits for its next try. */
interface Line {
  readonly jobs: Job[];
  tries: number;
  at: "ready" | "work" | "rest";
  rest: NodeJS.Timeout | undefined;
}

/** The state of a queue in this process. */
export interface QueueState {
  readonly options: QueueOptions & DeliveryMemory;
  readonly lines: Map<string, Line>;
  /** Keys whose first job waits for a free worker. */
  readonly ready: string[];
  /** Ids of remembered deliveries, in order of arrival. */
  readonly seen: Set<string>;
  /** Those of `seen` that are to be forgotten next: a new look at a set passes all that it ever lost. */
  readonly oldest: Iterator<string, undefined>;
  /** Dead letters by delivery. */
  readonly dead: Map<string, DeadLetter>;
  readonly onIdle: (() => void)[];
  atWork: number;
  closed: boolean;
}

/**
 * Adds a job to the line of its key, and begins it where a worker is free. `line`: undefined where no job of the key
 * waits. The oldest remembered delivery is forgotten where there are too many.
 */
export function addToLine(job: Job, line: Line | undefined, state: QueueState): void {
  const { seen, oldest, dead, lines, ready, options } = state;
  dead.delete(job.delivery);
  seen.add(job.delivery);
  if (seen.size > options.remembered) seen.delete(oldest.next().value ?? "");
  if (line === undefined) {
    lines.set(job.key, { jobs: [job], tries: 0, at: "ready", rest: undefined });
    ready.push(job.key);
    begin(state);
  } else line.jobs.push(job);
}

function begin(state: QueueState): void {
  while (state.atWork < state.options.sideBySide) {
    const line = state.lines.get(state.ready.shift() ?? "");
    if (line === undefined) return;
    state.atWork += 1;
    void serve(line, state);
  }
}

/** Does one job of this line. The rest of the line waits behind the other lines. Never rejects. */
async function serve(line: Line, state: QueueState): Promise<void> {
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

/** Makes the whole line wait for the next try, so that its order is kept. */
function rest(key: string, line: Line, state: QueueState): void {
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

function leave(news: QueueEvent, line: Line, state: QueueState): void {
  line.jobs.shift();
  if (news.kind === "dead") keepDeadLetter(deadLetterFor(news, line.tries, state.options), state);
  line.tries = 0;
  line.at = "ready";
  if (line.jobs.length === 0) state.lines.delete(news.job.key);
  else state.ready.push(news.job.key);
}

/** Keeps the dead letter and forgets the delivery: GitHub may be asked to deliver it again. */
function keepDeadLetter(letter: DeadLetter, { seen, dead, options }: QueueState): void {
  seen.delete(letter.job.delivery);
  dead.set(letter.job.delivery, letter);
  const [oldest] = dead.values();
  if (dead.size <= options.deadLetterLimit || oldest === undefined) return;
  dead.delete(oldest.job.delivery);
  options.tell(droppedDeadLetterEvent(oldest, options));
}

/** Work that webhooks ask for: one at a time for each issue in order of arrival, several issues side by side, nothing twice. */

/** One piece of work. `key`: what it is about (`owner/name#7`); `delivery`: GitHub's id of the webhook, the same when it is sent again. */
export interface Job {
  readonly key: string;
  readonly delivery: string;
  /** What must not be crowded out by talk: it has room of its own. */
  readonly vital?: boolean;
  readonly work: () => Promise<void>;
}

/** Bounds. `sideBySide`: keys at work at one time; `waiting`: jobs of one key, the one in hand left out, vital ones and others each; `remembered`: deliveries. */
export interface QueueOptions {
  readonly sideBySide: number;
  readonly waiting: number;
  readonly remembered: number;
  /** Told of everything that does not come to a good end. */
  readonly onTrouble: (job: Job, what: string, error?: unknown) => void;
}

export interface Queue {
  /** Takes a job and returns at once; what was seen before, is too much or comes after the end is not taken. */
  put(job: Job): void;
  /** Resolves when nothing is in hand and nothing waits. */
  idle(): Promise<void>;
  /** Drops what waits, and takes nothing any more. What is in hand goes on. */
  close(): void;
}

interface State {
  readonly options: QueueOptions;
  /** Jobs by key, the one in hand first. */
  readonly lines: Map<string, Job[]>;
  /** Keys whose first job waits for a free hand. */
  readonly ready: string[];
  /** In order of arrival. */
  readonly seen: Set<string>;
  readonly onIdle: (() => void)[];
  atWork: number;
  closed: boolean;
}

export function queueOf(options: QueueOptions): Queue {
  const state: State = { options, lines: new Map(), ready: [], seen: new Set(), onIdle: [], atWork: 0, closed: false };
  return {
    put: (job) => put(job, state),
    idle: () =>
      new Promise((resolve) => {
        state.onIdle.push(resolve);
        tellIdle(state);
      }),
    close: () => close(state),
  };
}

function put(job: Job, state: State): void {
  const { options, lines, ready, seen } = state;
  if (seen.has(job.delivery)) return;
  const line = lines.get(job.key) ?? [];
  const refusal = refusalOf(job, line, state);
  if (refusal !== null) {
    options.onTrouble(job, refusal);
    return;
  }
  remember(job, state);
  line.push(job);
  lines.set(job.key, line);
  if (line.length === 1) ready.push(job.key);
  begin(state);
}

function refusalOf({ key, vital = false }: Job, line: readonly Job[], { closed, options }: State): string | null {
  if (closed) return "not taken: the bot is being stopped";
  return line.slice(1).filter((job) => (job.vital ?? false) === vital).length >= options.waiting
    ? `not taken: ${options.waiting} wait for ${key} already`
    : null;
}

/** The oldest is forgotten first. */
function remember({ delivery }: Job, { seen, options }: State): void {
  seen.add(delivery);
  const [oldest] = seen;
  if (seen.size > options.remembered && oldest !== undefined) seen.delete(oldest);
}

/** Puts free hands to work. */
function begin(state: State): void {
  while (state.atWork < state.options.sideBySide) {
    const key = state.ready.shift();
    if (key === undefined) return;
    state.atWork += 1;
    void serve(key, state);
  }
}

/** One job of this key. The others of the key come after whoever else waits. Never rejects. */
async function serve(key: string, state: State): Promise<void> {
  const { lines, ready } = state;
  const line = lines.get(key) ?? [];
  const [job] = line;
  if (job !== undefined) await perform(job, state);
  state.atWork -= 1;
  line.shift();
  if (line.length === 0) lines.delete(key);
  else ready.push(key);
  begin(state);
  tellIdle(state);
}

async function perform(job: Job, { seen, options }: State): Promise<void> {
  try {
    await job.work();
  } catch (error) {
    // Whoever sends it again wants it done.
    seen.delete(job.delivery);
    options.onTrouble(job, "failed", error);
  }
}

function tellIdle({ lines, onIdle }: State): void {
  if (lines.size === 0) for (const resolve of onIdle.splice(0)) resolve();
}

function close(state: State): void {
  state.closed = true;
  for (const [key, line] of state.lines) {
    const inHand = state.ready.includes(key) ? 0 : 1;
    for (const job of line.splice(inHand)) state.options.onTrouble(job, "not done: the bot was stopped before its turn");
    if (inHand === 0) state.lines.delete(key);
  }
  state.ready.splice(0);
  tellIdle(state);
}

/** A story in a simulated world: people do what a test says when it says it, and the bot and the jobs live on beside them. */
import { isApp } from "#adapters/github/issue/comment-author.ts";
import { parseHistory } from "#adapters/journal/history-text.ts";
import { iso } from "#adapters/system-clock.ts";
import type { Event } from "#core/events/event.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import type { Model } from "#ports/model.ts";
import { journalCodec } from "#text/journal/journal-codec.ts";
import { type Bot, botIn } from "../simulator/bot.ts";
import type { Comment, Delivery, WorkflowRun } from "../simulator/github/things.ts";
import { flat } from "../simulator/github/trees.ts";
import type { Change, Fate } from "../simulator/net.ts";
import { playWorkflow } from "../simulator/runner.ts";
import { withTimers } from "../simulator/schedule.ts";
import { type World, worldOf } from "../simulator/world.ts";

const CODEC = journalCodec(iso);

/** Milliseconds from something on GitHub to its webhook, and between two looks of a test. */
const WEBHOOK = 300;
const LOOK = 1_000;
/** Milliseconds after which what a test waits for will never come. */
const PATIENCE = 12 * 3_600_000;
/** Milliseconds without anything happening after which nothing will. */
const CALM = 180_000;

export interface StoryOptions {
  readonly fateOf?: (change: Change) => Fate;
  /** How often a webhook reaches each bot. */
  readonly arrivals?: (delivery: Delivery) => number;
  /** Bots side by side, each with a queue of its own. */
  readonly bots?: number;
  /** False for a workflow run that gets no machine yet. */
  readonly hasMachine?: (run: WorkflowRun) => boolean;
  /** The world as it is lived in. */
  readonly inWorld?: (world: World) => World;
}

export interface Story {
  readonly world: World;
  readonly github: World["github"];
  /** An issue of rob's, who may only read; gives its number. */
  readonly anIssue: (title?: string) => number;
  /** An issue of rob's whose plan waits. */
  readonly planned: () => Promise<number>;
  /** The same, approved by wim and taken up by its workflow run. */
  readonly atWork: () => Promise<number>;
  readonly pass: (ms: number) => Promise<void>;
  /** Lives on until this holds. Throws where it never does. */
  readonly until: (what: string, holds: () => boolean) => Promise<void>;
  /** Lives on until nothing happens any more. */
  readonly calm: () => Promise<void>;
  /** Events of the issue's last run, as its ref tells them; empty where there is none. */
  readonly history: (issue: number) => readonly Event[];
  /** Throws where the issue has none. */
  readonly run: (issue: number) => Run;
  /** The ref of the issue's last run. */
  readonly stateOf: (issue: number) => string;
  /** Status labels of the issue. */
  readonly labels: (issue: number) => readonly string[];
  /** What models were asked, oldest first. */
  readonly prompts: () => readonly string[];
  /** Our comments of a kind (`plan`, `status`, `result`, `reply`), as they stand. */
  readonly letters: (issue: number, kind: string) => readonly Comment[];
}

/** Plays it; what the product must never throw fails it. */
export async function story(play: (story: Story) => Promise<void>, options: StoryOptions = {}): Promise<void> {
  const { fateOf = () => "passes", inWorld = (one) => one } = options;
  const asked: string[] = [];
  const world = inWorld(
    heardIn(
      worldOf(1, () => ({ fateOf: ({ change }) => (change === null ? "passes" : fateOf(change)) })),
      asked,
    ),
  );
  const bugs: unknown[] = [];
  const onBug = (error: unknown): void => void bugs.push(error);
  const bots = Array.from({ length: options.bots ?? 1 }, () => botIn(world, onBug));
  const town = townOf(world, bots, onBug, options);
  await withTimers(world.schedule, () => play({ ...tellOf(world, town, bugs), prompts: () => asked }));
  if (bugs.length > 0) throw bugs[0];
  const [failure] = world.github.failures;
  if (failure !== undefined) throw failure;
}

/** The world, with what its models are asked written down. */
function heardIn(world: World, asked: string[]): World {
  return {
    ...world,
    born(name, actor) {
      const born = world.born(name, actor);
      const reply: Model["reply"] = (prompt, signal) => {
        asked.push(JSON.stringify(prompt));
        return born.model.reply(prompt, signal);
      };
      return { ...born, model: { ...born.model, reply } };
    },
  };
}

interface Town {
  /** Sends the webhooks that are due, and gives new workflow runs their machines. */
  readonly look: () => void;
  readonly isQuiet: () => boolean;
}

function townOf(world: World, bots: readonly Bot[], onBug: (error: unknown) => void, options: StoryOptions): Town {
  const { schedule, github } = world;
  const { arrivals = () => 1, hasMachine = () => true } = options;
  const begun = new Set<number>();
  let sent = 0;
  function deliver(delivery: Delivery): void {
    const takers = bots.flatMap((bot) => Array.from({ length: arrivals(delivery) }, () => bot));
    for (const bot of takers) schedule.after(WEBHOOK, () => bot.take(delivery));
  }
  return {
    look() {
      for (const delivery of github.deliveries.slice(sent)) deliver(delivery);
      sent = github.deliveries.length;
      for (const run of github.runs().filter((one) => one.status === "queued" && !begun.has(one.id) && hasMachine(one))) {
        begun.add(run.id);
        playWorkflow(world, run).catch(onBug);
      }
    },
    isQuiet: () =>
      sent === github.deliveries.length &&
      bots.every((bot) => bot.isIdle()) &&
      github.runs().every((run) => run.status === "completed" || !hasMachine(run)),
  };
}

function tellOf(world: World, town: Town, bugs: readonly unknown[]): Omit<Story, "prompts"> {
  const { schedule, github } = world;
  async function pass(ms: number): Promise<void> {
    await schedule.play(schedule.now() + ms, town.look);
    if (bugs.length > 0) throw bugs[0];
  }
  async function until(what: string, holds: () => boolean): Promise<void> {
    for (const end = schedule.now() + PATIENCE; !holds(); await pass(LOOK)) if (schedule.now() > end) throw new Error(`never: ${what}`);
  }
  const labels = (issue: number): readonly string[] => (github.issue(issue)?.labels ?? []).filter((label) => label.startsWith("loop:"));
  const stateOf = (issue: number): string => statesOf(world, issue).at(-1) ?? "";
  const read = new Map<string, readonly Event[]>();
  const history = (issue: number): readonly Event[] => {
    const ref = stateOf(issue);
    const sha = github.refAt(ref) ?? "";
    const events = read.get(sha) ?? historyAt(world, ref);
    read.set(sha, events);
    return events;
  };
  const run = (issue: number): Run => {
    const found = replay(history(issue));
    if (found === null) throw new Error(`issue ${issue} has no run`);
    return found;
  };
  const anIssue = (title = "Split drops empty fields"): number => github.newIssue("rob", { title, body: "split('a,,b') must give three." });
  async function planned(): Promise<number> {
    const issue = anIssue();
    github.label(issue, "ada", "loop");
    await until("a plan", () => labels(issue).includes("loop:awaiting-approval"));
    await pass(LOOK * 5);
    return issue;
  }
  return {
    world,
    github,
    anIssue,
    planned,
    async atWork() {
      const issue = await planned();
      github.comment(issue, "wim", "/approve");
      await until("a worker", () => history(issue).some(({ kind }) => kind === "consumed"));
      return issue;
    },
    pass,
    until,
    async calm() {
      for (let still = 0; still < CALM; still = town.isQuiet() ? still + CALM / 3 : 0) await pass(CALM / 3);
    },
    history,
    run,
    stateOf,
    labels,
    letters: (issue, kind) => github.commentsOn(issue).filter((one) => isLetter(world, one, kind)),
  };
}

/** Refs of the issue's runs, oldest first: their names end with the time at which they began. */
function statesOf({ github }: Pick<World, "github">, issue: number): readonly string[] {
  const names = github.refs().map(({ name }) => name);
  const own = names.filter((name) => name.startsWith(`refs/loopwright/issue-${issue}/`) && !name.endsWith("/current"));
  return own.sort((a, b) => (a.slice(-15) < b.slice(-15) ? -1 : 1));
}

/** What a state ref tells; empty where there is none. Throws for one that cannot be read. */
export function historyAt({ github }: Pick<World, "github">, ref: string): readonly Event[] {
  const { objects } = github.state;
  const tree = objects.commit(github.refAt(ref) ?? "")?.tree;
  if (tree === undefined) return [];
  const texts = [...flat(objects, tree)].map(([path, { sha }]) => [path, objects.blob(sha)?.toString() ?? ""] as const);
  const blobs = texts.flatMap(([path, text]) => {
    const sha = /^blobs\/([0-9a-f]{64})\.json$/.exec(path)?.[1];
    return sha === undefined ? [] : [[sha, text] as const];
  });
  const found = parseHistory(new Map(texts).get("history.jsonl") ?? "", new Map(blobs), CODEC);
  if (found.kind === "unreadable") throw new Error(`${ref}: ${found.why}`);
  return found.events;
}

function isLetter({ github }: World, { author, body }: Comment, kind: string): boolean {
  const account = github.state.accounts.get(author);
  const key = /<!-- loopwright:([A-Za-z0-9._:/-]{1,200}) -->$/.exec(body.trimEnd())?.[1] ?? "";
  return account !== undefined && isApp(account) && (key.includes(`/${kind}/`) || key.startsWith(`${kind}/`));
}

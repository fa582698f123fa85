/** A journey through a world: somebody labels an issue, approves its plan, and has it go on where it stopped; until nothing happens any more. */
import { type Bot, botIn } from "./bot.ts";
import { playWorkflow } from "./runner.ts";
import { withTimers } from "./schedule.ts";
import type { World } from "./world.ts";

/** Milliseconds from something on GitHub to its webhook, and between two looks of a person. */
const WEBHOOK = 300;
const PERSON = 60_000;
/** Looks of a person until it is plain that it never ends. */
const ROUNDS = 200;
/** How often a person speaks. */
const PATIENCE = 6;

export interface Journey {
  readonly issue: number;
  /** What a person said, in order: each has a workflow run started. */
  readonly said: readonly string[];
}

/** Plays it. Throws what the product must never throw. */
export function journey(world: World): Promise<Journey> {
  return withTimers(world.schedule, () => played(world));
}

async function played(world: World): Promise<Journey> {
  const { schedule, github } = world;
  const bugs: unknown[] = [];
  const bot = botIn(world, (error) => bugs.push(error));
  const issue = github.newIssue("rob", { title: "Split drops empty fields", body: "split('a,,b') must give three." });
  github.label(issue, "ada", "loop");
  const pump = pumpOf(world, bot, (error) => bugs.push(error));
  const said: string[] = [];
  let quiet = 0;
  for (let rounds = 0; quiet < 2 && rounds < ROUNDS; rounds++) {
    await schedule.play(schedule.now() + PERSON, pump.look);
    if (bugs.length > 0) throw bugs[0];
    speak(world, issue, said);
    quiet = bot.isIdle() && pump.isDry() ? quiet + 1 : 0;
  }
  if (quiet < 2) throw new Error("the journey has no end");
  return { issue, said };
}

/** Says what a person would say now, if anything, and remembers it. */
function speak({ github }: World, issue: number, said: string[]): void {
  const words = wordsFor(github.issue(issue)?.labels ?? [], said);
  if (words === null) return;
  github.comment(issue, "wim", words);
  said.push(words);
}

/** What a person says to a run with these labels; null for nothing. */
function wordsFor(labels: readonly string[], said: readonly string[]): string | null {
  if (said.length === PATIENCE) return null;
  if (labels.includes("loop:awaiting-approval")) return said.includes("/approve") ? null : "/approve";
  return labels.includes("loop:failed") || labels.includes("loop:paused") ? "/loop resume" : null;
}

interface Pump {
  /** Sends the webhooks that are due, and gives new workflow runs their machines. */
  readonly look: () => void;
  /** Nothing is under way. */
  readonly isDry: () => boolean;
}

function pumpOf(world: World, bot: Bot, onBug: (error: unknown) => void): Pump {
  const { schedule, github } = world;
  const begun = new Set<number>();
  let sent = 0;
  return {
    look() {
      for (const delivery of github.deliveries.slice(sent)) schedule.after(WEBHOOK, () => bot.take(delivery));
      sent = github.deliveries.length;
      for (const run of github.runs().filter(({ id }) => !begun.has(id))) {
        begun.add(run.id);
        playWorkflow(world, run).catch(onBug);
      }
    },
    isDry: () => sent === github.deliveries.length && github.runs().every(({ status }) => status === "completed"),
  };
}

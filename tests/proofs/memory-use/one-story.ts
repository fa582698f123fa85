/** Plays a story: an earlier run that leaves something, then the same later run without it and with it. */
import { Config } from "#core/config/config.ts";
import { readRun } from "#loop/context/read-run.ts";
import { EVERYWHERE } from "#loop/context/station.ts";
import { drive } from "#loop/engine/drive.ts";
import { keepLesson } from "#loop/work/keep-lesson.ts";
import type { Memories } from "#ports/memory.ts";
import { memoryJournal, memoryStore } from "../../fakes/memory-journal.ts";
import { memoryMemories, memoryShelf } from "../../fakes/memory-memories.ts";
import { startScriptedModel } from "../../lab/model/server.ts";
import { benchContext, KEY } from "../noise/bench-context.ts";
import { type Place, placeOfRuns } from "../noise/place.ts";
import { ISSUE } from "../noise/task.ts";
import { consenting, dismissing, type Person, wanting } from "./person.ts";
import { type Knowledge, readingTurn } from "./player.ts";
import { fileWith, type MemoryStory } from "./stories.ts";

/** What a run took. `rounds`: plans that were made and iterations that were planned. `tokens`: of all kinds. */
export interface Spent {
  readonly ending: string;
  readonly rounds: number;
  readonly tokens: number;
  /** How many memories its plan showed. */
  readonly shown: number;
}

/** `gone`: after how many runs in which it did not help what was said went; null where it is still there. */
export interface StoryResult {
  /** Whether what was remembered is of use in the later run. */
  readonly fits: boolean;
  readonly without: Spent;
  readonly with: Spent;
  readonly gone: number | null;
}

/** Runs that a memory is given at most to show that it is of use. */
const CHANCES = 6;

/** A person reads so many plans of one run at most. */
const PLANS = 4;

interface Played {
  readonly remembers: boolean;
  readonly memories: Memories;
  readonly person: Person;
  readonly known: readonly Knowledge[];
}

/** Plays it. Throws on a bug of the product or of the bench. */
export async function playStory(story: MemoryStory): Promise<StoryResult> {
  const place = placeOfRuns(story.base);
  try {
    const memories = memoryMemories(memoryShelf());
    const known = knowledgeOf(story, 1);
    const earlier = { remembers: true, memories, known, person: story.said === null ? consenting : dismissing(story.said, story.how) };
    await playRun(place, "earlier", earlier);
    const before = await memories.list();
    const later = (round: number, remembers: boolean): Promise<Spent> => {
      const wanted = knowledgeOf(story, round);
      return playRun(place, `later-${round}`, { remembers, memories, known: wanted, person: wanting(wanted) });
    };
    const isThere = async (): Promise<boolean> => {
      const ids = new Set((await memories.list()).map(({ id }) => id));
      return before.some(({ id }) => ids.has(id));
    };
    const without = await later(1, false);
    const withIt = await later(1, true);
    const fits = story.said === null || story.wish !== null;
    let runs = 1;
    for (; !fits && runs < CHANCES && (await isThere()); runs += 1) await later(runs + 1, true);
    return { fits, without, with: withIt, gone: (await isThere()) ? null : runs };
  } finally {
    await place.leave();
  }
}

/** What the person of a later run says where the plan lacks it: something else each time, where it is not what was said. */
function knowledgeOf({ said, wish }: MemoryStory, round: number): readonly Knowledge[] {
  if (said === null) return [];
  if (wish !== null) return [{ text: said, wish }];
  const path = `notes/${round}.md`;
  return [{ text: `It belongs into ${path}.`, wish: fileWith(path, "Empty fields are kept") }];
}

async function playRun(place: Place, alias: string, { remembers, memories, person, known }: Played): Promise<Spent> {
  const play = () => ({
    next: (question: Parameters<typeof readingTurn>[0]) => ({ kind: "turn" as const, turn: readingTurn(question, known) }),
    left: () => [],
  });
  const server = await startScriptedModel({ roles: {} }, { key: KEY, play });
  try {
    const config = Config.parse({ checks: { test: "node --test" }, memory: remembers, limits: { iterations: 2 } });
    const context = benchContext(place, server.url, config, { memories });
    const store = memoryStore();
    const journal = memoryJournal(store);
    const runId = `${alias}-20260101-000000`;
    await journal.append(
      [{ kind: "run_started", at: Date.now(), runId, alias, issue: ISSUE, base: place.base, config, rehearses: true }],
      0,
    );
    await drive(journal, EVERYWHERE, context);
    for (let read = 0; read < PLANS && (await readRun(journal)).stage === "awaiting_approval"; read += 1) {
      await person(journal);
      await drive(journal, EVERYWHERE, context);
    }
    const run = await readRun(journal);
    await keepLesson(run, context);
    const { input, output, cacheRead, cacheWrite } = run.spend;
    const rounds = (store.events ?? []).filter(({ kind }) => kind === "run_hydrated" || kind === "plan_created").length;
    return { ending: run.stage, rounds, tokens: input + output + cacheRead + cacheWrite, shown: run.plan?.memories.length ?? 0 };
  } finally {
    await server.close();
  }
}

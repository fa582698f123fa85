/** Plays a story on the loopback GitHub as people would live it: an issue, a label or another beginning, an approval, and whatever comes of it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Event } from "#core/events/event.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import type { Story } from "../story.ts";
import { type Deeds, deedsOf } from "./deeds.ts";
import { PEOPLE } from "./people.ts";
import type { Scene } from "./scene.ts";
import { talkOf } from "./talk.ts";
import { type Watch, watch } from "./watch.ts";

/** What is played. `issue`: its text, the first line is the title. */
export interface HubPlay extends Pick<Story, "issue" | "comments" | "people" | "begins"> {
  /** Hears the events that were written since the last time, and all so far. */
  readonly onEvents: (fresh: readonly Event[], all: readonly Event[]) => void;
  /** Milliseconds without a new event after which the story is given up: a busy machine is no fault of the story's. */
  readonly patience: number;
}

export interface Played {
  readonly watch: Watch;
  readonly issue: number;
  readonly events: readonly Event[];
  readonly run: Run | null;
  /** What somebody should have said and did not come to say; or that nothing happened for too long. */
  readonly unsaid: readonly string[];
}

const LOOK = 150;

/** Plays it to its end: the run rests, nobody has anything left to say, no workflow run is on, and nothing has happened for a while. */
export async function playOn(scene: Scene, { onEvents, patience, people, ...story }: HubPlay): Promise<Played> {
  const deeds = deedsOf(scene);
  const from = scene.model.requests.length;
  const issue = await begin(deeds, story);
  const watching = watch(scene.github.url, scene.tokens[PEOPLE.visitor], issue);
  const talk = talkOf(people, { scene, watching, asked: () => scene.model.requests.slice(from) });
  let events: readonly Event[] = [];
  let end = performance.now() + patience;
  for (let quiet = 0; quiet < 3 && performance.now() < end; ) {
    await sleep(LOOK);
    const now = await watching.events();
    if (now.length > events.length) {
      onEvents(now.slice(events.length), now);
      end = performance.now() + patience;
    }
    const word = await talk.due(now);
    if (word !== null) await deeds.act(word, issue, replay(now)).finally(talk.done);
    quiet = word === null && now.length === events.length && (await talk.isOver(now)) ? quiet + 1 : 0;
    events = now;
  }
  const late = performance.now() < end ? [] : [`nothing new for ${patience / 1000} s`];
  return { watch: watching, issue, events, run: replay(events), unsaid: [...late, ...talk.unsaid()] };
}

/** Opens the issue, says what is said before its label, and sets that. */
async function begin(deeds: Deeds, { issue: text, comments, begins }: Omit<HubPlay, "people" | "onEvents" | "patience">): Promise<number> {
  const issue = await deeds.open(text);
  for (const comment of comments) await deeds.act(comment, issue, null);
  await deeds.begin(issue, begins);
  return issue;
}

/** How often the product asked GitHub, by kind: what people would see, git objects, and the rest. The people of the story do not count. */
import type { GitHub } from "../../../lab/github/github.ts";
import type { Cue } from "../cue.ts";
import { PEOPLE, SLUG } from "./people.ts";

/** `counted`: those that GitHub counts; `content`: of these what people see and are told of (F9); `objects`: trees, commits and blobs. */
export interface Calls {
  readonly counted: number;
  readonly content: number;
  readonly objects: number;
  /** Answered 304: a look that found nothing new, which GitHub does not count. */
  readonly unchanged: number;
  /** The most that may be counted: a journey of three iterations has 90 (architecture 8); each further workflow run has its own beginning and end, one that tries a plan a small one, each sentence beyond the approval is looked into, a review is heard, weighed and answered, and a bot that comes back looks for what it missed. */
  readonly most: number;
  /** The most of these that may create content. */
  readonly mostContent: number;
}

const MOST = 90;
const MOST_OF_A_CONTINUATION = 40;
/** To start the job that tries a plan, hear of its end, and write down what it found. */
const MOST_OF_A_REHEARSAL = 10;
/** To hear a review, weigh it, make another plan where it wants one, look whether its pull request is still ours, and answer it. */
const MOST_OF_A_REVIEW = 35;
/** To hear it, weigh it, and plan, keep and tell of the iteration anew that it changes; a slow machine looks twice more for news. */
const MOST_OF_A_SENTENCE = 17;

/** To hear that a check ended, look at all of them and at those of the base, and write down what they came to. */
const MOST_OF_A_CHECK = 15;

/** To look for what was missed while the bot was away, and at the one issue there is. */
const MOST_OF_A_RETURN = 20;

/** The most requests that may create content, and those of a review: its answers, and the mark on what was verified anew. */
const MOST_CONTENT = 25;
const MOST_CONTENT_OF_A_REVIEW = 5;

/** Counts them, from the first thing that a person did: what a bot looks for when it starts is none of a journey's (architecture 8). `people`: what the story has them do. */
export function callsOf({ requests, runs }: Pick<GitHub, "requests" | "runs">, people: readonly Cue[]): Calls {
  const begin = requests.findIndex(({ actor, method }) => !isOurs(actor) && method !== "GET");
  // The bot asks for its own name once in its life, at its first job.
  const all = requests.slice(Math.max(0, begin)).filter(({ actor, path }) => isOurs(actor) && path !== "/app");
  const reviews = requests.filter(({ method, path }) => method === "POST" && /\/pulls\/\d+\/reviews$/.test(path)).length;
  const checks = requests.filter(({ method, path }) => method === "POST" && /\/statuses\/[0-9a-f]+$/.test(path)).length;
  const ours = all.filter(({ status }) => status !== 304);
  const sentences = requests.filter(({ actor, method, path }) => !isOurs(actor) && method === "POST" && path.endsWith("/comments")).length;
  const dispatched = runs.filter(({ event }) => event === "workflow_dispatch");
  const rehearsals = dispatched.filter(({ inputs }) => inputs["job"] === "rehearse").length;
  const further = dispatched.length - rehearsals - 1;
  return {
    counted: ours.length,
    most:
      MOST +
      MOST_OF_A_CONTINUATION * Math.max(0, further) +
      MOST_OF_A_REHEARSAL * rehearsals +
      MOST_OF_A_SENTENCE * Math.max(0, sentences - 1) +
      MOST_OF_A_REVIEW * reviews +
      MOST_OF_A_CHECK * checks +
      MOST_OF_A_RETURN * people.filter((cue) => "away" in cue).length,
    content: ours.filter(({ creates }) => creates).length,
    mostContent: MOST_CONTENT + MOST_CONTENT_OF_A_REVIEW * reviews,
    objects: ours.filter(({ method, path }) => method === "POST" && /\/git\/(trees|commits|blobs)$/.test(path)).length,
    unchanged: all.length - ours.length,
  };
}

/** The App, its bot and the token of a job. Whoever is none of the story's people is ours: nothing of ours slips through the count. */
function isOurs(actor: string): boolean {
  return actor.startsWith(SLUG) || !Object.values(PEOPLE).some((login) => login === actor);
}

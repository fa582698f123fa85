/** Plays a story on the loopback GitHub as people would live it: an issue, a label, an approval, and whatever comes of it. */
import { setTimeout as sleep } from "node:timers/promises";
import { Octokit } from "@octokit/rest";
import type { Event } from "#core/event.ts";
import { replay } from "#core/evolve.ts";
import type { Run } from "#core/run.ts";
import { isOver, isResting } from "#core/stage.ts";
import { QUIET } from "../../github/quiet.ts";
import type { During } from "../story.ts";
import { NAME, OWNER, PEOPLE } from "./people.ts";
import type { Scene } from "./scene.ts";
import { type Watch, watch } from "./watch.ts";

/** What is played. `issue`: its text, the first line is the title. */
export interface HubPlay {
  readonly issue: string;
  readonly during: During | null;
  /** Hears the events that were written since the last time, and all so far. */
  readonly onEvents: (fresh: readonly Event[], all: readonly Event[]) => void;
  /** Milliseconds after which the story is given up. */
  readonly patience: number;
}

export interface Played {
  readonly watch: Watch;
  readonly issue: number;
  readonly events: readonly Event[];
  readonly run: Run | null;
  /** What somebody should have said and did not come to say; or that it took too long. */
  readonly unsaid: readonly string[];
}

const AT = { owner: OWNER, repo: NAME } as const;
const LOOK = 150;

/** A sentence that somebody says once its moment has come. */
interface Cue {
  readonly login: string;
  readonly say: string;
  readonly isTime: (run: Run | null) => boolean | Promise<boolean>;
  readonly unsaid: () => readonly string[];
  said: boolean;
}

/** Plays it to its end: the run rests, no workflow run is on, and nothing has happened for a while. */
export async function playOn(scene: Scene, { issue: text, during, onEvents, patience }: HubPlay): Promise<Played> {
  const say = speaker(scene);
  const issue = await say.open(text);
  const watching = watch(scene.github.url, scene.tokens[PEOPLE.visitor], issue);
  await say.label(issue);
  const cues = cuesOf(during, watching, scene);
  const end = performance.now() + patience;
  let events: readonly Event[] = [];
  for (let quiet = 0; quiet < 3 && performance.now() < end; ) {
    await sleep(LOOK);
    const now = await watching.events();
    if (now.length > events.length) onEvents(now.slice(events.length), now);
    const run = replay(now);
    for (const cue of await due(cues, run)) await say.comment(cue.login, issue, cue.say);
    quiet = isAtRest(scene, run) && now.length === events.length ? quiet + 1 : 0;
    events = now;
  }
  const late = performance.now() < end ? [] : [`not over after ${patience / 1000} s`];
  return {
    watch: watching,
    issue,
    events,
    run: replay(events),
    unsaid: [...late, ...cues.flatMap(missed)],
  };
}

function cuesOf(during: During | null, watching: Watch, scene: Scene): readonly Cue[] {
  return [approval(watching), ...(during === null ? [] : [interruption(during, scene)])];
}

function missed({ said, unsaid }: Cue): readonly string[] {
  return said ? [] : unsaid();
}

/** Those whose moment it is, each once. */
async function due(cues: readonly Cue[], run: Run | null): Promise<readonly Cue[]> {
  const found: Cue[] = [];
  for (const cue of cues) {
    if (cue.said || !(await cue.isTime(run))) continue;
    cue.said = true;
    found.push(cue);
  }
  return found;
}

/** Nobody approves what they have not seen. A plan that never comes needs no approval. */
function approval(watching: Watch): Cue {
  const isTime = async (run: Run | null): Promise<boolean> => run !== null && isWaiting(run) && isShown(watching, run);
  return { login: PEOPLE.maintainer, say: "/approve", isTime, unsaid: () => [], said: false };
}

function interruption({ when, say }: During, { model }: Scene): Cue {
  const asked = (): number => model.requests.filter(({ role }) => role === when.role).length;
  const unsaid = (): readonly string[] => [`nobody said ${say}: the ${when.role} was asked ${asked()} times, not ${when.asked}`];
  return { login: PEOPLE.admin, say, isTime: () => asked() >= when.asked, unsaid, said: false };
}

function isWaiting({ stage, request }: Run): boolean {
  return stage === "awaiting_approval" && request?.reason === null;
}

/** Nobody approves what they have not seen. */
async function isShown({ posts }: Watch, { request }: Run): Promise<boolean> {
  return (await posts()).some(({ body }) => request !== null && body.includes(request.digest));
}

/** Nothing more will come: the run rests, its result was told, and every workflow run has ended and was told of. */
function isAtRest({ github }: Scene, run: Run | null): boolean {
  if (run === null || !isResting(run.stage)) return false;
  if (!github.runs.every(({ status }) => status === "completed")) return false;
  if (run.stage === "awaiting_approval" && run.request?.reason === null) return false;
  const told = github.deliveries.filter(({ event, action }) => event === "workflow_run" && action === "completed").length;
  const commented = github.requests.filter(({ method, path }) => method === "POST" && path.endsWith("/comments")).length;
  return told === github.runs.length && (!isOver(run.stage) || commented > 0);
}

interface Speaker {
  readonly open: (text: string) => Promise<number>;
  readonly label: (issue: number) => Promise<void>;
  readonly comment: (login: string, issue: number, body: string) => Promise<void>;
}

function speaker({ github, tokens }: Scene): Speaker {
  const as = (login: string): Octokit => new Octokit({ baseUrl: github.url, auth: tokens[login], log: QUIET });
  return {
    async open(text) {
      const [title = "", ...body] = text.split("\n");
      const { data } = await as(PEOPLE.author).rest.issues.create({
        ...AT,
        title: title.replace(/^# */, ""),
        body: body.join("\n").trim(),
      });
      return data.number;
    },
    async label(issue) {
      await as(PEOPLE.triage).rest.issues.addLabels({ ...AT, issue_number: issue, labels: ["loop"] });
    },
    async comment(login, issue, body) {
      await as(login).rest.issues.createComment({ ...AT, issue_number: issue, body });
    },
  };
}

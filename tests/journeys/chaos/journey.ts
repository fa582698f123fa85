/** One journey from a label to a pull request, while its processes are killed. */
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { probeSandbox } from "#adapters/sandbox/walls/probe.ts";
import type { Event } from "#core/events/event.ts";
import { replay } from "#core/run/evolve/evolve.ts";
import { atEnd } from "../../lab/net/at-end.ts";
import { deedsOf } from "../demo/hub/deeds.ts";
import { PEOPLE } from "../demo/hub/people.ts";
import { openScene, type Scene } from "../demo/hub/scene.ts";
import { watch } from "../demo/hub/watch.ts";
import { freshRepository } from "../demo/repository.ts";
import { readStory, type Story } from "../demo/story.ts";
import { endOf } from "./end.ts";
import { healerOf } from "./healer.ts";
import { faultsOf } from "./judge.ts";
import type { Kill } from "./kill.ts";
import { type Killed, killAll } from "./killer.ts";
import { powerOf } from "./power.ts";
import { untilStill } from "./still.ts";
import { killBelow, leftBelow } from "./victims.ts";

export interface Told {
  readonly killed: readonly Killed[];
  /** What was done where the run stood still, and the words of people among it. */
  readonly healed: readonly string[];
  readonly words: readonly string[];
  readonly faults: readonly string[];
  readonly seconds: number;
}

/** The story of a pause, without its pause: the shortest one that ends with a pull request. */
async function storyOf(): Promise<Story> {
  const story = await readStory("pause-resume");
  const { worker = [], ...roles } = story.script.roles;
  return { ...story, people: [], script: { roles: { ...roles, worker: worker.slice(1) } } };
}

/** How it is played. `at`: hears what is waited for from now on. */
export interface Plan {
  readonly kills: readonly Kill[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly at: (what: string) => void;
}

/** Plays it in a folder of its own, which is gone afterwards, with all that goes on in it. Throws an `Error` when a part of the lab does not start. */
export async function journey(plan: Plan): Promise<Told> {
  const began = performance.now();
  const folder = await mkdtemp(join(tmpdir(), "loopwright-chaos-"));
  const isGone = atEnd(() => {
    killBelow(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  try {
    const told = await playIn(folder, plan);
    plan.at("processes to be gone");
    const left = await leftBelow(folder);
    const seconds = (performance.now() - began) / 1_000;
    return { ...told, seconds, faults: [...told.faults, ...left.map((line) => `a process is left: ${line}`)] };
  } finally {
    killBelow(folder);
    await rm(folder, { recursive: true, force: true });
    isGone();
  }
}

async function playIn(folder: string, plan: Plan): Promise<Omit<Told, "seconds">> {
  const { env, at } = plan;
  const story = await storyOf();
  at("the probe of the sandbox");
  const sandboxed = (await probeSandbox()).kind === "bubblewrap";
  const work = join(folder, "work");
  await mkdir(work);
  const repository = join(work, "repository");
  await freshRepository(repository, { ...story.config, ...(sandboxed ? {} : { sandbox: "none" }) });
  at("GitHub, the model, the runner and the bot to answer");
  const scene = await openScene({
    repository,
    folder: work,
    workflow: {},
    sandboxed,
    zeroServer: false,
    env,
    canary: false,
    forgetful: true,
  });
  try {
    scene.model.change(story.script);
    return await played(scene, { folder, story, plan });
  } finally {
    at("the bot, the runner, the model and GitHub to end");
    await scene.close();
  }
}

interface Wanted {
  readonly folder: string;
  readonly story: Story;
  readonly plan: Plan;
}

async function played(scene: Scene, { folder, story, plan }: Wanted): Promise<Omit<Told, "seconds">> {
  const { kills, at } = plan;
  const deeds = deedsOf(scene);
  at("an issue to be opened");
  const issue = await deeds.open(story.issue);
  const watching = watch(scene.github.url, scene.tokens[PEOPLE.visitor], issue);
  const power = powerOf(scene.bot);
  const healer = healerOf({ scene, watching, deeds, issue, power });
  const killed: Killed[] = [];
  let events: readonly Event[] = [];
  const stage = (): string => replay(events)?.stage ?? "no run";
  const over = new AbortController();
  const onKill = (one: Killed): void => {
    killed.push(one);
    if (one.who === "bot") healer.botDied();
  };
  const hunt = killAll(kills, { scene, power, folder, onKill, over: over.signal, stage });
  await deeds.begin(issue, "label");
  const stood = await untilStill(scene, healer, async () => {
    events = await watching.events();
    const busy = scene.github.runs.filter(({ status }) => status !== "completed").length;
    at(`the end of the journey: ${stage()}, ${events.length} events, ${busy} workflow runs are on, ${killed.length} kills`);
    return events;
  });
  over.abort();
  at("the killer to have the bot up again");
  await hunt;
  at("what the journey has left to be read");
  const end = await endOf(scene, watching, { issue, folder: join(folder, "clone") });
  const faults = [...stood.faults, ...faultsOf(end)];
  return { ...stood, killed, faults: faults.length === 0 ? [] : [...faults, ...tracesOf(scene, events)] };
}

/** For whoever looks for the fault: how it came to that end. */
function tracesOf({ bot, github }: Scene, events: readonly Event[]): readonly string[] {
  return [
    `the journal's last events: ${events
      .slice(-30)
      .map(({ kind }) => kind)
      .join(" ")}`,
    `the last requests: ${github.requests
      .slice(-12)
      .map(({ method, path, status, actor }) => `${method} ${path} ${status} ${actor}`)
      .join("; ")}`,
    `the bot said last: ${bot?.said().slice(-2_000)}`,
  ];
}

/** The demo: plays a story, or a stranger's script, shows it as it happens and judges it. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { duration } from "#text/format.ts";
import { readScript } from "../model/script.ts";
import { type Options, optionsOf, USAGE } from "./options.ts";
import { lastPage, timed } from "./page.ts";
import { type Outcome, type Play, play } from "./play.ts";
import { playStory, sceneOf } from "./play-story.ts";
import { staysOf } from "./stages.ts";
import { readStory, storyNames } from "./story.ts";
import { faultsOf } from "./verdict.ts";

/** The command line puts seconds since its own beginning before each line; the demo shows those since the story began. */
const OWN_TIME = /^ *\d+[.]\ds {2}/;

/** What the demo sees of the machine. `now`: milliseconds. */
export interface Surroundings {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  readonly print: (line: string) => void;
}

type Ask<K extends Options["kind"]> = Extract<Options, { kind: K }>;

/** Gives the exit code: 0 all went as written, 1 not, 2 not understood. */
export async function demo(args: readonly string[], around: Surroundings): Promise<number> {
  const options = readOptions(args);
  if (options instanceof Error) return misuse(around, options.message);
  switch (options.kind) {
    case "help":
      around.print(USAGE);
      return 0;
    case "list":
      around.print(await listOf());
      return 0;
    case "story":
      return playNamed(options, around);
    case "repository":
      return playTheirs(options, around);
  }
}

function readOptions(args: readonly string[]): Options | Error {
  try {
    return optionsOf(args);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function misuse({ print }: Surroundings, message: string): number {
  print(`${message}\n\n${USAGE}`);
  return 2;
}

async function listOf(): Promise<string> {
  const stories = await Promise.all((await storyNames()).map(readStory));
  return stories.map(({ name, title, expect }) => `  ${name.padEnd(16)}  ${title} (${expect})`).join("\n");
}

async function playNamed({ name, expect, keep }: Ask<"story">, around: Surroundings): Promise<number> {
  if (!(await storyNames()).includes(name)) return misuse(around, `there is no story ${name}; there are:\n${await listOf()}`);
  const story = await readStory(name);
  const folder = await mkdtemp(join(tmpdir(), "loopwright-demo-"));
  try {
    const scene = await sceneOf(story, folder);
    around.print(`${story.name}: ${story.title}\nrepository: ${scene.repository}\n`);
    const outcome = await playStory(story, scene, { env: around.env, onProgress: progress(around) });
    const code = judge(around, outcome, { expect: expect ?? story.expect, kept: keep });
    around.print(keep ? `Kept:       ${folder}` : "The folder is removed now; with --keep it stays.");
    return code;
  } finally {
    if (!keep) await rm(folder, { recursive: true, force: true });
  }
}

async function playTheirs({ repo, issue, script, expect }: Ask<"repository">, around: Surroundings): Promise<number> {
  const path = (name: string): string => resolve(around.folder, name);
  const scratch = await mkdtemp(join(tmpdir(), "loopwright-demo-"));
  try {
    const text = await readFile(path(issue), "utf8");
    const turns = await readScript(path(script));
    around.print(`repository: ${path(repo)}\n`);
    const asked = { repository: path(repo), scratch, issue: text, script: turns, during: null, env: around.env };
    const outcome = await play({ ...asked, onProgress: progress(around) });
    const code = judge(around, outcome, { expect, kept: true });
    return code === 0 && expect === null ? (outcome.ended.code ?? 1) : code;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function judge({ print }: Surroundings, outcome: Outcome, asked: { readonly expect: string | null; readonly kept: boolean }): number {
  const faults = faultsOf(outcome, asked.expect);
  print(lastPage(outcome, faults, asked.kept));
  if (outcome.run === null) return outcome.ended.code === 2 ? 2 : 1;
  return faults.length === 0 ? 0 : 1;
}

/** Each line with the seconds since now; a stage that is over is told with the time it took. */
function progress({ now, print }: Surroundings): Play["onProgress"] {
  const begin = now();
  let told = 0;
  return (line, events) => {
    const over = staysOf(events).filter(({ ms }) => ms !== null);
    for (const { stage, ms } of over.slice(told)) print(timed(now() - begin, `== ${stage}: ${duration(ms ?? 0)}`));
    told = over.length;
    print(timed(now() - begin, line.replace(OWN_TIME, "")));
  };
}

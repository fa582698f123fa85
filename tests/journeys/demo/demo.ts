/** The demo: plays a story, or a stranger's script, shows it as it happens and judges it. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chooseSandbox, unsandboxedWarning } from "#adapters/sandbox/walls/choose-sandbox.ts";
import { readScript } from "../../lab/model/script.ts";
import { playAll } from "./all.ts";
import { hubPage } from "./hub/last-page.ts";
import { playOnHub } from "./hub/outcome.ts";
import { hubFaultsOf } from "./hub/verdict.ts";
import { type Options, optionsOf, type Place, USAGE } from "./options.ts";
import { lastPage } from "./page.ts";
import { type Outcome, play } from "./play.ts";
import { playStory, sceneOf } from "./play-story.ts";
import { eventLines, progress, type Surroundings } from "./progress.ts";
import { builtProgram } from "./root.ts";
import { readStory, type Story, storyNames } from "./story.ts";
import { faultsOf } from "./verdict.ts";

type Ask<K extends Options["kind"]> = Extract<Options, { kind: K }>;

/** Gives the exit code: 0 all went as written, 1 not, 2 not understood. */
export async function demo(args: readonly string[], around: Surroundings): Promise<number> {
  const options = readOptions(args);
  if (options instanceof Error) return misuse(around, options.message);
  switch (options.kind) {
    case "help":
      around.print(USAGE);
      return 0;
    case "all":
      return playAll(options, around);
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

async function playNamed({ name, expect, keep, where }: Ask<"story">, around: Surroundings): Promise<number> {
  if (!(await storyNames()).includes(name)) return misuse(around, `there is no story ${name}; npm run demo -- --list names them`);
  const story = await readStory(name);
  if (where === "local" && story.where === "hub") return misuse(around, `the story ${name} is played on GitHub only`);
  return where === "local" || story.where === "local"
    ? playHere(story, { expect, keep }, around)
    : playThere(story, { expect, where }, around);
}

/** On the loopback GitHub. What it leaves lies in a folder of its own, which the last lines name. */
async function playThere(
  story: Story,
  { expect, where }: { readonly expect: string | null; readonly where: Place },
  around: Surroundings,
): Promise<number> {
  const zeroServer = where === "zero-server";
  const folder = await mkdtemp(join(tmpdir(), `loopwright-demo-${story.name}-`));
  around.print(`${story.name}: ${story.title}\n${await sandboxLine()}\n`);
  const tell = eventLines(around);
  const outcome = await playOnHub({ story, zeroServer, folder, env: around.env, onEvents: tell, canary: false });
  const faults = hubFaultsOf(outcome, expect ?? story.expect, story.checks);
  around.print(hubPage(outcome, faults));
  return faults.length === 0 ? 0 : 1;
}

/** How commands will run on this machine: said before any does. */
async function sandboxLine(): Promise<string> {
  const choice = await chooseSandbox(builtProgram("tool-host.mjs"), "required");
  return choice.kind === "walls" ? "commands: each in a sandbox of its own" : `warning: ${unsandboxedWarning(choice)}`;
}

/** Through the command line. */
async function playHere(story: Story, { expect, keep }: Pick<Ask<"story">, "expect" | "keep">, around: Surroundings): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "loopwright-demo-"));
  try {
    const scene = await sceneOf(story, folder);
    around.print(`${story.name}: ${story.title}\nrepository: ${scene.repository}\n${await sandboxLine()}\n`);
    const outcome = await playStory(story, scene, { env: around.env, onProgress: progress(around), canary: false });
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
    around.print(`repository: ${path(repo)}\n${await sandboxLine()}\n`);
    const asked = { repository: path(repo), scratch, issue: text, script: turns, people: [], env: around.env };
    const outcome = await play({ ...asked, onProgress: progress(around), canary: false });
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

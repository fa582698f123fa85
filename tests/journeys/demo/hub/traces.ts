/** What a story leaves on the loopback GitHub, looked at from outside: a clone, the state ref, and secrets where they should not be. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { lookFor } from "../../canary/look.ts";
import { heardIn } from "../../canary/prompt.ts";
import { allowed, commandLine } from "../command-line.ts";
import { NAME, OWNER } from "./people.ts";
import type { Scene } from "./scene.ts";
import type { Post } from "./watch.ts";

/** A clone of the repository with the run's state beside it. */
export interface Clone {
  readonly folder: string;
  /** Folder with the files of the state ref; null when the story began no run. */
  readonly state: string | null;
  /** What `git fsck --strict` found; empty when all is sound. */
  readonly fsck: string;
  /** What `loopwright replay` made of the history, and what `run.json` says. */
  readonly replayed: string;
  readonly recorded: string;
}

/** Clones into `folder`, which must not exist, and fetches `ref` (`loopwright/issue-1/<run id>`) into `<folder>-state`. */
export async function cloneOf({ github }: Scene, folder: string, ref: string | null): Promise<Clone> {
  const env = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0" };
  const git = async (...args: readonly string[]): Promise<string> => (await execa("git", args, { env })).stdout;
  await git("clone", "--quiet", `${github.url}/${OWNER}/${NAME}`, folder);
  let state: string | null = null;
  if (ref !== null) {
    state = `${folder}-state`;
    await git("-C", folder, "fetch", "--quiet", "origin", `+refs/${ref}:refs/${ref}`);
    await git("-C", folder, "worktree", "add", "--quiet", "--detach", state, `refs/${ref}`);
  }
  const { all, exitCode } = await execa("git", ["-C", folder, "fsck", "--strict", "--no-dangling", "--no-progress"], {
    env,
    all: true,
    reject: false,
  });
  const fsck = exitCode === 0 ? (all ?? "") : `exit code ${exitCode}: ${all}`;
  return { folder, state, fsck, ...(await replayOf(state)) };
}

async function replayOf(state: string | null): Promise<Pick<Clone, "replayed" | "recorded">> {
  if (state === null) return { replayed: "", recorded: "" };
  const seat = { folder: state, env: allowed(process.env) };
  const { code, stdout, stderr } = await commandLine(["replay", join(state, "history.jsonl")], seat, () => undefined);
  return { replayed: code === 0 ? stdout : stderr, recorded: await readFile(join(state, "run.json"), "utf8") };
}

/** Where a secret stands in anything that somebody could read: posts, commits and their files, logs, summaries, artifacts, prompts, the bot's output. */
export async function leaksOf(scene: Scene, { folder }: Clone, posts: readonly Post[]): Promise<readonly string[]> {
  const { github, runner, model, bot } = scene;
  const artifacts = (await Promise.all(github.runs.map(({ id }) => runner.artifacts(id)))).flat();
  const objects = await execa("git", ["-C", folder, "cat-file", "--batch-all-objects", "--batch", "--buffer"], { encoding: "latin1" });
  const places = [
    ...posts.map(({ where, body }) => ({ place: where, text: body })),
    { place: "an object of the repository", text: String(objects.stdout) },
    ...(bot === null ? [] : [{ place: "the bot's output", text: bot.said() }]),
    ...github.runs.flatMap(({ id }) => [
      { place: `the log of workflow run ${id}`, text: JSON.stringify(runner.logs(id)) },
      { place: `a summary of workflow run ${id}`, text: JSON.stringify(runner.summaries(id)) },
      { place: `the outputs of workflow run ${id}`, text: JSON.stringify(runner.outputs(id)) },
    ]),
    ...(await Promise.all(
      artifacts.map(async ({ name, folder: place }) => ({ place: `the artifact ${name}`, text: await textBelow(place) })),
    )),
    ...model.requests.map(({ role, raw }) => ({ place: `a prompt of the ${role}`, text: heardIn(raw) })),
    ...github.sent.map((text) => ({ place: `the request ${text.split(" ", 2).join(" ")}`, text })),
  ];
  const betrays = lookFor(scene.secrets());
  return places.filter(({ text }) => betrays(text)).map(({ place }) => place);
}

async function textBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return (await Promise.all(files.map((file) => readFile(file, "latin1")))).join("\n");
}

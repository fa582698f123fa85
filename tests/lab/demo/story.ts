/** The stories as data: what happens in the lab's repository, and how it must end. Nothing in them knows a command line. */
import { readdir, readFile } from "node:fs/promises";
import { parse } from "yaml";
import * as z from "zod";
import { Stage, StopReason } from "#core/reason.ts";
import { type Script, scriptOf } from "../model/script.ts";
import { demoFile } from "./root.ts";

/** A turn of its own, checked with the whole script, or the name of a passage that stories share. */
const Part = z.union([z.string(), z.record(z.string(), z.unknown())]);

/** A person speaks in the middle of the run: as soon as the role was asked so often. */
const During = z.strictObject({
  when: z.strictObject({ role: z.string(), asked: z.int().positive() }),
  say: z.string().startsWith("/"),
});
export type During = z.infer<typeof During>;

const StoryFile = z.strictObject({
  title: z.string().min(1).max(100),
  /** The stage and the stop reason in which the run must end. */
  stage: Stage,
  expect: StopReason,
  script: z.record(z.string(), z.array(Part)),
  /** What differs in the repository's `.github/loopwright.yml`. */
  config: z.record(z.string(), z.unknown()).default({}),
  /** Another issue than `issue.md`. */
  issue: z.string().optional(),
  during: During.optional(),
});

/** A story with its script put together. */
export interface Story extends Omit<z.infer<typeof StoryFile>, "script" | "issue"> {
  readonly name: string;
  readonly script: Script;
  readonly issue: string;
}

const Passages = z.record(z.string(), z.record(z.string(), z.array(z.record(z.string(), z.unknown()))));
type Passages = z.infer<typeof Passages>;

/** The names of all stories, in order of the alphabet. */
export async function storyNames(): Promise<readonly string[]> {
  const files = await readdir(demoFile("stories"));
  return files.map((file) => file.replace(/[.]yaml$/, "")).sort();
}

/** Reads a story. Throws an `Error` that names the file and what is wrong in it. */
export async function readStory(name: string): Promise<Story> {
  const file = demoFile("stories", `${name}.yaml`);
  const read = StoryFile.safeParse(parse(await readFile(file, "utf8")));
  if (!read.success) throw new Error(`${file} is no story:\n${z.prettifyError(read.error)}`);
  const { script, issue, ...story } = read.data;
  const passages = Passages.parse(parse(await readFile(demoFile("passages.yaml"), "utf8")));
  const roles = Object.entries(script).map(([role, parts]) => [role, parts.flatMap((part) => turnsOf(part, passages[role], name))]);
  return {
    ...story,
    name,
    script: scriptOf({ roles: Object.fromEntries(roles) }, name),
    issue: issue ?? (await readFile(demoFile("issue.md"), "utf8")),
  };
}

function turnsOf(part: z.infer<typeof Part>, passages: Passages[string] | undefined, story: string): readonly unknown[] {
  if (typeof part !== "string") return [part];
  const turns = passages?.[part];
  if (turns === undefined) throw new Error(`the story ${story} names a passage that is not in passages.yaml: ${part}`);
  return turns;
}

/** The stories as data: what happens in the lab's repository, and how it must end. Nothing in them knows a command line. */
import { readdir, readFile } from "node:fs/promises";
import { parse } from "yaml";
import * as z from "zod";
import { CiOutcome } from "#core/events/ci-events.ts";
import { Stage, StopReason } from "#core/events/data/reason.ts";
import { type Script, scriptOf } from "../../lab/model/script.ts";
import { Cue, isForGitHub, Who } from "./cue.ts";
import { demoFile } from "./root.ts";

/** A turn of its own, checked with the whole script; the name of a passage that stories share; or such a passage with other words. */
const Part = z.union([z.string(), z.record(z.string(), z.unknown())]);

/** The three ways in which whoever may triage asks for a run. */
const Beginning = z.enum(["label", "comment", "assignment"]);
export type Beginning = z.infer<typeof Beginning>;

const StoryFile = z.strictObject({
  title: z.string().min(1).max(100),
  /** The stage and the stop reason in which the run must end. */
  stage: Stage,
  expect: StopReason,
  /** What is known of the checks of its pull request in the end. */
  checks: CiOutcome.shape.state.optional(),
  script: z.record(z.string(), z.array(Part)),
  /** What differs in the repository's `.github/loopwright.yml`. */
  config: z.record(z.string(), z.unknown()).default({}),
  /** The issue's text, or the name of the file that has it. */
  issue: z.string().default("issue.md"),
  /** What people have said about the issue before it has its label: on GitHub only. */
  comments: z.array(z.strictObject({ who: Who, say: z.string().regex(/^[^/]/) })).default([]),
  /** What people say, in this order. Whoever may approves each plan that waits, unless the next sentence answers it. */
  people: z.array(Cue).default([]),
  /** Where it can be played: on GitHub, through the command line, or on both. */
  where: z.enum(["local", "hub", "both"]).default("both"),
  /** How the run is asked for, on GitHub. */
  begins: Beginning.default("label"),
  /** Another story that is played first, in the same repository. What its configuration says holds here too. */
  after: z.string().optional(),
  /** The workflow file of the repository on GitHub: without an input that it needs, the short one, or with shell before the steps of a job, by its name. */
  workflow: z.union([z.enum(["outdated", "short"]), z.record(z.string(), z.string())]).default({}),
});

/** A story with its script put together. */
export interface Story extends Omit<z.infer<typeof StoryFile>, "script" | "issue" | "after"> {
  readonly name: string;
  readonly script: Script;
  readonly issue: string;
  /** The story before it, null where it is the first one. */
  readonly after: Story | null;
}

const Passages = z.record(z.string(), z.record(z.string(), z.array(z.record(z.string(), z.unknown()))));
type Passages = z.infer<typeof Passages>;

let passages: Promise<Passages> | null = null;

/** Read once: every story needs them. */
function readPassages(): Promise<Passages> {
  passages ??= readFile(demoFile("passages.yaml"), "utf8").then((text) => Passages.parse(parse(text)));
  return passages;
}

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
  const { script, issue, after, ...story } = read.data;
  if (story.where !== "hub" && (story.comments.length > 0 || story.people.some(isForGitHub)))
    throw new Error(`${file}: people push and comment on GitHub only (where: hub)`);
  if (story.where !== "hub" && story.begins !== "label")
    throw new Error(`${file}: a run begins by a comment or an assignment on GitHub only (where: hub)`);
  const before = after === undefined ? null : await readStory(after);
  const shared = await readPassages();
  const roles = Object.entries(script).map(([role, parts]) => [role, parts.flatMap((part) => turnsOf(part, shared[role], name))]);
  return {
    ...story,
    name,
    after: before,
    config: { ...before?.config, ...story.config },
    script: scriptOf({ roles: Object.fromEntries(roles) }, name),
    issue: issue.endsWith(".md") ? await readFile(demoFile(issue), "utf8") : issue,
  };
}

/** The passage with more pins on its first turn, and other words: these keys of its last answer are changed. */
const Like = z.strictObject({
  like: z.string(),
  expect: z.array(z.string()).default([]),
  forbid: z.array(z.string()).default([]),
  with: z.record(z.string(), z.unknown()).default({}),
});
const Pins = z.array(z.string()).default([]);
const Spoken = z.looseObject({ reply: z.looseObject({ json: z.record(z.string(), z.unknown()) }) });

function turnsOf(part: z.infer<typeof Part>, passages: Passages[string] | undefined, story: string): readonly unknown[] {
  if (typeof part !== "string" && !("like" in part)) return [part];
  const { like: name, expect, forbid, with: other } = Like.parse(typeof part === "string" ? { like: part } : part);
  const turns = passages?.[name];
  if (turns === undefined) throw new Error(`the story ${story} names a passage that is not in passages.yaml: ${name}`);
  const pinned = turns.map((turn, index) => (index > 0 ? turn : { ...turn, ...withPins(turn, { expect, forbid }) }));
  if (Object.keys(other).length === 0) return pinned;
  const last = Spoken.parse(pinned.at(-1));
  return [...pinned.slice(0, -1), { ...last, reply: { ...last.reply, json: { ...last.reply.json, ...other } } }];
}

/** Its pins and these. */
function withPins(turn: Readonly<Record<string, unknown>>, more: Pick<z.infer<typeof Like>, "expect" | "forbid">) {
  const pins = (name: "expect" | "forbid") => [...Pins.parse(turn[name]), ...more[name]];
  return { expect: pins("expect"), forbid: pins("forbid") };
}

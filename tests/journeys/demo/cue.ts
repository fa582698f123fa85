/** Who speaks in a story, and when: sentences in order, each with the moment that it waits for. */
import * as z from "zod";
import { Stage } from "#core/events/data/reason.ts";

/** As soon as the role was asked so often, whatever goes on then; or once the run rests in the stage and all of it was told. */
const Moment = z.union([z.strictObject({ role: z.string(), asked: z.int().positive() }), z.strictObject({ stage: Stage })]);
export type Moment = z.infer<typeof Moment>;

/** The people of a story by what they may do. It matters on GitHub only: at a command line there is one person. */
export const Who = z.enum(["author", "triage", "maintainer", "admin", "visitor"]);

const Person = { when: Moment, who: Who.default("admin") };

/** A comment on the issue, or on the pull request of its run: a command, or on GitHub anything else. */
const Comment = z.strictObject({ ...Person, say: z.string().min(1), on: z.literal("pull").optional() });

/** A review of the pull request that requests changes, with comments on lines; at a command line, where none is, a redirect with all of it. */
const Remark = z.strictObject({ path: z.string(), line: z.int().positive(), text: z.string().min(1) });
const Review = z.strictObject({ ...Person, review: z.string(), lines: z.array(Remark).default([]) });

/** A file that this person commits to the branch of the run, or to that on which the work is based: on GitHub only. */
const Push = z.strictObject({
  ...Person,
  push: z.strictObject({ path: z.string(), content: z.string() }),
  on: z.literal("base").optional(),
});

/** What a CI elsewhere says, with this person's token, of the commit that the pull request shows: a commit status, on GitHub only. */
const Check = z.strictObject({
  ...Person,
  check: z.strictObject({ name: z.string(), state: z.enum(["pending", "success", "failure"]), says: z.string().default("") }),
});

/** The bot is ended and comes back after so many seconds, as where its machine is updated: on GitHub only. */
const Away = z.strictObject({ ...Person, away: z.int().positive() });

export const Cue = z.union([Comment, Review, Push, Check, Away]);
export type Cue = z.infer<typeof Cue>;

/** What it is called in complaints. */
export function nameOf(cue: Cue): string {
  if ("check" in cue) return `the check ${cue.check.name}`;
  if ("away" in cue) return "the end of the bot";
  return "say" in cue ? cue.say : "review" in cue ? `the review "${cue.review}"` : `the push to ${cue.push.path}`;
}

/** True for what nobody can do at a command line: a push, a check, an end of the bot, and a comment that is no command. */
export function isForGitHub(cue: Cue): boolean {
  return "push" in cue || "check" in cue || "away" in cue || ("say" in cue && !cue.say.startsWith("/"));
}

/** How often a role was asked since the story began. */
export function timesAsked(role: string, requests: readonly { readonly role: string }[]): number {
  return requests.filter((request) => request.role === role).length;
}

/** True where the sentence is the answer to a plan: then nobody approves it unasked. */
export function isAnswerToPlan(cue: Cue | undefined): boolean {
  return cue !== undefined && "stage" in cue.when && cue.when.stage === "awaiting_approval";
}

/** One complaint for each sentence whose moment never came. */
export function unsaid(left: readonly Cue[], requests: readonly { readonly role: string }[]): readonly string[] {
  return left.map(({ when, ...cue }) =>
    "role" in when
      ? `nobody came with ${nameOf({ when, ...cue })}: the ${when.role} was asked ${timesAsked(when.role, requests)} times, not ${when.asked}`
      : `nobody came with ${nameOf({ when, ...cue })}: the run never rested as ${when.stage}`,
  );
}

/** The command line's arguments for what is said about the run with this alias: `/stop Not today` is `stop "Not today" --run <alias>`. Throws for what is for GitHub. */
export function argumentsOf(cue: Cue, alias: string): readonly string[] {
  if ("push" in cue || "check" in cue || "away" in cue || isForGitHub(cue)) throw new Error(`bug: ${nameOf(cue)} is for GitHub`);
  if ("say" in cue) return commandOf(cue.say, alias);
  return ["redirect", [cue.review, ...cue.lines.map(({ path, line, text }) => `${path}:${line}: ${text}`)].join("\n"), "--run", alias];
}

function commandOf(say: string, alias: string): readonly string[] {
  const [word = "", ...rest] = say.slice(1).split(" ");
  const text = rest.join(" ");
  switch (word) {
    case "resume":
      return [word, alias];
    case "approve":
      return [word, ...rest.map((one) => (one === "step" ? "--step" : one)), "--run", alias];
    default:
      return [word, ...(text === "" ? [] : [text]), "--run", alias];
  }
}

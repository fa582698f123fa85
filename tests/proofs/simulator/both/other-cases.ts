/** Issues, pull requests, workflow runs and pages: what GitHub refuses of them, and how much it gives at once. */
import { ask, type Case, NOT_FOUND } from "./case.ts";
import type { Given } from "./side.ts";

const LONG = "x".repeat(65_537);
const TOO_LONG = "ody is too long (maximum is 65536 characters)";
const WRITES = { issues: "write", pull_requests: "write", actions: "write", contents: "write" } as const;
const comment = (issue: number, body = "x") => ["POST", `/issues/${issue}/comments`, { body }] as const;
const react = (issue: number, content: string) => ["POST", `/issues/${issue}/reactions`, { content }] as const;
const LOCKED = [403, "Unable to create comment because issue is locked."] as const;

export const ISSUES: readonly Case[] = [
  ask("rob comments on no issue", "rob", () => comment(999), NOT_FOUND),
  ask("rob comments on a locked issue", "rob", ({ locked }) => comment(locked), LOCKED),
  ask("tess comments on a locked issue", "tess", ({ locked }) => comment(locked), LOCKED),
  ask("the App comments on a locked issue", WRITES, ({ locked }) => comment(locked), LOCKED),
  ask("wim comments on a locked issue", "wim", ({ locked }) => comment(locked), [201]),
  ask("wim says too much", "wim", ({ issue }) => comment(issue, LONG), [422, `Validation Failed | data unprocessable B${TOO_LONG}`]),
  ask("wim edits too much into a comment", "wim", ({ ofWim }) => ["PATCH", `/issues/comments/${ofWim}`, { body: LONG }], [
    422,
    `Validation Failed | data unprocessable B${TOO_LONG}`,
  ]),
  ask("wim edits no comment", "wim", () => ["PATCH", "/issues/comments/999999", { body: "x" }], NOT_FOUND),
  ask("wim takes away no comment", "wim", () => ["DELETE", "/issues/comments/999999"], NOT_FOUND),
  ask("wim takes away a label that is not there", "wim", ({ issue }) => ["DELETE", `/issues/${issue}/labels/none`], [
    404,
    "Label does not exist",
  ]),
  ask("wim reacts with what is no reaction", "wim", ({ issue }) => react(issue, "shrug"), [422, "Validation Failed | content invalid"]),
  ask("wim reacts", "wim", ({ issue }) => react(issue, "eyes"), [201]),
  ask("wim reacts once more", "wim", ({ issue }) => react(issue, "eyes"), [200]),
  ask("wim reacts otherwise", "wim", ({ issue }) => react(issue, "rocket"), [201]),
];

const open = (head: string, base: string, body = "") => ["POST", "/pulls", { title: "Add", head, base, body }] as const;
const CUSTOM = "Validation Failed | custom";

export const PULLS: readonly Case[] = [
  ask("wim opens from no branch", "wim", () => open("none", "main"), [422, "Validation Failed | head invalid"]),
  ask("wim opens onto no branch", "wim", () => open("loop/next", "none"), [422, "Validation Failed | base invalid"]),
  ask("wim opens with nothing new", "wim", () => open("main", "main"), [422, `${CUSTOM} No commits between main and main`]),
  ask("wim opens with too long a text", "wim", () => open("loop/next", "main", LONG), [
    422,
    `Validation Failed | body custom b${TOO_LONG}`,
  ]),
  ask("wim opens", "wim", () => open("acme:loop/next", "main"), [201]),
  ask("wim opens it again", "wim", () => open("loop/next", "main"), [422, `${CUSTOM} A pull request already exists for acme:loop/next.`]),
  ask("wim changes no pull request", "wim", () => ["PATCH", "/pulls/999", { title: "x" }], NOT_FOUND),
  ask("wim answers no remark", "wim", () => ["POST", "/pulls/999/comments/1/replies", { body: "x" }], NOT_FOUND),
];

const dispatch = (body: unknown, file = "loopwright.yml") => ["POST", `/actions/workflows/${file}/dispatches`, body] as const;
const INPUTS = { issue: "1", run_id: "a", digest: "b" };

export const RUNS: readonly Case[] = [
  ask("the App dispatches no workflow", WRITES, () => dispatch({ ref: "main" }, "none.yml"), NOT_FOUND),
  ask("the App dispatches on no branch", WRITES, () => dispatch({ ref: "none", inputs: INPUTS }), [422, "No ref found for: none"]),
  ask("the App dispatches with an input too many", WRITES, () => dispatch({ ref: "main", inputs: { ...INPUTS, more: "x" } }), [
    422,
    'Unexpected inputs provided: ["more"]',
  ]),
  ask("the App dispatches without an input", WRITES, () => dispatch({ ref: "main", inputs: { issue: "1", run_id: "a" } }), [
    422,
    "Required input 'digest' not provided",
  ]),
  ask("the App dispatches nothing", WRITES, () => dispatch({}), [422, "Invalid request."]),
  ask("the App dispatches", WRITES, () => dispatch({ ref: "main", inputs: INPUTS }), [204]),
  ask(
    "the App dispatches again and asks which run it is",
    WRITES,
    () => dispatch({ ref: "refs/heads/main", inputs: INPUTS, return_run_details: true }),
    [200],
  ),
  ask("the App asks for no run", WRITES, () => ["GET", "/actions/runs/1"], NOT_FOUND),
  ask("the App cancels no run", WRITES, () => ["POST", "/actions/runs/1/cancel"], NOT_FOUND),
];

const page = (what: (given: Given) => string, query: string) => (given: Given) => ["GET", `${what(given)}?${query}`] as const;
const comments = ({ issue }: Given) => `/issues/${issue}/comments`;
const reactions = ({ issue }: Given) => `/issues/${issue}/reactions`;
const runs = () => "/actions/workflows/loopwright.yml/runs";

/** Played after the others, which have made what is listed. */
export const PAGES: readonly Case[] = [
  ask("wim asks for one comment", "wim", page(comments, "per_page=1"), [200, null, 1]),
  ask("wim asks for a page past the end", "wim", page(comments, "per_page=100&page=2"), [200, null, 0]),
  ask("wim asks for one reaction", "wim", page(reactions, "per_page=1"), [200, null, 1]),
  ask("wim asks for all reactions", "wim", page(reactions, "per_page=1000"), [200, null, 2]),
  ask("wim asks for one run", "wim", page(runs, "per_page=1"), [200, null, 1]),
  ask("wim asks for the third run of two", "wim", page(runs, "per_page=1&page=3"), [200, null, 0]),
];

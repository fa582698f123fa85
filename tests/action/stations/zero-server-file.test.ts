/** The workflow file of zero-server mode: who starts which job, judged by GitHub's own evaluator, and with which rights and secrets. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as z from "zod";
import { intentOf } from "#core/commands/intent.ts";
import { COMMAND_WORDS } from "#core/commands/slash-commands.ts";
import { commentCreated } from "#core/commands/trigger-event.ts";
import { HANDLED_EVENTS } from "#hub/issue-events.ts";
import { ROOT } from "../../house/tools.ts";
import { type Contexts, fill, holds } from "../../lab/actions/expression.ts";
import { readWorkflow } from "../../lab/runner/workflow.ts";
import { WORKFLOW } from "../stage.ts";

const TEXT = readFileSync(join(ROOT, ".github/docs/loopwright-zero-server.yml"), "utf8");
const FILE = readWorkflow("zero-server", TEXT);
/** Where no bot is, no job waits for one. */
const FOR_BOT = /^ +wait-for-bot: .*\n/m;
const HOSTED = readWorkflow("hosted", WORKFLOW.replace(FOR_BOT, ""));
const WELL = { success: true, failure: false, cancelled: false };

const WIM = { id: 7, login: "wim", type: "User" };
const AUTHOR = { id: 6, login: "ada", type: "User" };
const BOT = { id: 8, login: "robot[bot]", type: "Bot" };
const ORGANIZATION = { id: 9, login: "acme", type: "Organization" };

function contexts(name: string, event: object, vars: Readonly<Record<string, string>> = {}): Contexts {
  return { github: { event_name: name, event, run_id: "901", repository: "acme/widget" }, inputs: {}, vars, needs: {} };
}

function starts(job: string, where: Contexts): boolean {
  return holds(FILE.jobs[job]?.if, where, WELL);
}

const comment = (body: string, user: object | null = WIM, issue: object = {}, author_association = "COLLABORATOR") => {
  const about = { number: 3, labels: [], user: AUTHOR, ...issue };
  return contexts("issue_comment", { action: "created", issue: about, comment: { body, user, author_association }, sender: WIM });
};

it.each([
  { body: "/approve", starts: true },
  { body: "/loop status", starts: true },
  { body: "/loop", starts: true },
  { body: "/stop\n\nNot today.", starts: true },
  { body: "/etc/passwd is readable", starts: false },
  { body: "/assign @wim", starts: false },
  { body: "What a day.", starts: false },
  { body: "I would /approve this.", starts: false },
  { body: "> /approve", starts: false },
  { body: "`/approve`", starts: false },
  { body: "", starts: false },
])("the job control starts for the comment $body: $starts [M0.02]", ({ body, starts: wanted }) => {
  expect(starts("control", comment(body))).toBe(wanted);
});

it.each([...COMMAND_WORDS, "loop"])("the job control starts for /%s", (word) => {
  expect(starts("control", comment(`/${word}`))).toBe(true);
});

it.each(["NONE", "FIRST_TIMER", "FIRST_TIME_CONTRIBUTOR", "MANNEQUIN"])(
  "for a stranger (%s) it starts for nothing, not even while a plan waits [AUTH-29]",
  (known) => {
    const said = [comment("/stop", WIM, {}, known), comment("What a day.", WIM, WAITS, known)];
    const review_ = review({ known });
    expect([...said, review_].map((where) => starts("control", where))).toEqual([false, false, false]);
    expect(starts("control", comment("/stop", AUTHOR, {}, known))).toBe(true);
  },
);

it("hears others where the repository says whom", () => {
  const hears = { LOOPWRIGHT_HEARS: '["OWNER", "NONE"]' };
  const said = comment("/approve", WIM, {}, "NONE");
  expect([starts("control", said), starts("control", { ...said, vars: hears })]).toEqual([false, true]);
});

it("does not start for a label that a stranger's own issue brought along, by a template", () => {
  const labelled = (by: object, author_association: string) => {
    const issue = { number: 3, user: AUTHOR, author_association };
    return starts("control", contexts("issues", { action: "labeled", issue, label: { name: "loop" }, sender: by }));
  };
  expect([labelled(AUTHOR, "NONE"), labelled(AUTHOR, "MEMBER"), labelled(WIM, "NONE")]).toEqual([false, true, true]);
});

const WAITS = { labels: [{ name: "loop" }, { name: "loop:awaiting-approval" }] };

it.each([
  { when: "a person says while a plan waits", where: comment("What a day.", WIM, WAITS), starts: true },
  { when: "a bot says while a plan waits", where: comment("What a day.", BOT, WAITS), starts: false },
  { when: "a person says while a run works", where: comment("What a day.", WIM, { labels: [{ name: "loop:running" }] }), starts: false },
  {
    when: "a person says on a bot's pull request with that label",
    where: comment("What a day.", WIM, { ...WAITS, pull_request: {}, user: BOT }),
    starts: false,
  },
])("the job control starts for what $when without a command: $starts [M0.02]", ({ where, starts: wanted }) => {
  expect(starts("control", where)).toBe(wanted);
});

it.each([
  { who: "a bot", where: comment("/approve", BOT) },
  { who: "an organization", where: comment("/approve", ORGANIZATION) },
  { who: "an account that is gone", where: comment("/approve", null) },
  { who: "anybody, on a person's pull request", where: comment("/approve", WIM, { pull_request: { url: "x" }, user: WIM }) },
])("no comment of $who starts it [M0.02]", ({ where }) => {
  expect(starts("control", where)).toBe(false);
});

const head = (ref: string, full_name = "acme/widget") => ({ ref, repo: { full_name } });
const review = ({ state = "changes_requested", user = WIM, from = head("loop/3-split"), known = "MEMBER" }) => {
  const told = {
    action: "submitted",
    review: { state, user, body: "", author_association: known },
    pull_request: { number: 8, head: from },
    sender: user,
  };
  return contexts("pull_request_review", told);
};

it.each([
  { when: "a person requests changes", where: review({}), starts: true },
  { when: "a person approves", where: review({ state: "approved" }), starts: false },
  { when: "a person comments", where: review({ state: "commented" }), starts: false },
  { when: "a bot requests changes", where: review({ user: BOT }), starts: false },
  { when: "changes of a fork are requested", where: review({ from: head("loop/3-split", "eve/widget") }), starts: false },
  { when: "changes of another branch are requested", where: review({ from: head("fix/3") }), starts: false },
  { when: "a person commands on a bot's pull request", where: comment("/redirect x", WIM, { pull_request: {}, user: BOT }), starts: true },
  { when: "a person talks on a bot's pull request", where: comment("Nice.", WIM, { pull_request: {}, user: BOT }), starts: false },
])("the job control starts when $when: $starts [M2.02]", ({ where, starts: wanted }) => {
  expect([starts("control", where), starts("run", where)]).toEqual([wanted, false]);
});

const Triggers = z.record(z.string(), z.looseObject({ types: z.array(z.string()).optional() }));

it("listens to nothing that the desk does not hear", () => {
  const listens = Object.entries(Triggers.parse(FILE.on)).flatMap(([name, how]) => (how?.types ?? []).map((type) => `${name}.${type}`));
  expect(HANDLED_EVENTS).toEqual(expect.arrayContaining(listens));
});

const NAMED = { LOOPWRIGHT_LABEL: "bot please" };

it.each([
  { action: "labeled", label: "loop", sender: WIM, vars: {}, starts: true },
  { action: "labeled", label: "Loop", sender: WIM, vars: {}, starts: true },
  { action: "unlabeled", label: "loop", sender: WIM, vars: {}, starts: true },
  { action: "labeled", label: "bot please", sender: WIM, vars: NAMED, starts: true },
  { action: "labeled", label: "loop", sender: WIM, vars: NAMED, starts: false },
  { action: "labeled", label: "loop:running", sender: WIM, vars: {}, starts: false },
  { action: "labeled", label: "bug", sender: WIM, vars: {}, starts: false },
  { action: "labeled", label: "loop", sender: BOT, vars: {}, starts: false },
  { action: "unlabeled", label: "loop", sender: ORGANIZATION, vars: {}, starts: false },
])("the job control starts for $label $action by $sender.type with $vars: $starts", ({ action, label, sender, vars, starts: wanted }) => {
  const issue = { number: 3, labels: [{ name: label }], user: AUTHOR };
  expect(starts("control", contexts("issues", { action, issue, label: { name: label }, sender }, vars))).toBe(wanted);
});

it.each([
  { labels: ["bug", "loop"], sender: WIM, vars: {}, starts: true },
  { labels: ["bot please"], sender: WIM, vars: NAMED, starts: true },
  { labels: ["bug", "loop:completed"], sender: WIM, vars: {}, starts: false },
  { labels: [], sender: WIM, vars: {}, starts: false },
  { labels: ["loop"], sender: BOT, vars: {}, starts: false },
])(
  "the job control starts for an issue with $labels that $sender.type closes with $vars: $starts",
  ({ labels, sender, vars, starts: wanted }) => {
    const issue = { number: 3, labels: labels.map((name) => ({ name })), user: AUTHOR };
    expect(starts("control", contexts("issues", { action: "closed", issue, sender }, vars))).toBe(wanted);
  },
);

it("lets through what the desk would hear, of all words alike", () => {
  const ask = { by: WIM, label: "loop", appLogin: null, bare: true, waiting: true, ours: [] };
  for (const body of ["/loop", "/approve", "/resume", "/history", "/loop anything"]) {
    const intent = intentOf({ ...ask, event: commentCreated(body, false) });
    expect([starts("control", comment(body)), intent.kind === "ignored"]).toEqual([true, false]);
  }
});

const STARTED = { ...contexts("workflow_dispatch", { sender: BOT }), inputs: { issue: "3" } };

it.each(["run", "publish", "close"])("starts %s for an approved run alone, and control for none", (job) => {
  expect([starts(job, STARTED), starts("control", STARTED)]).toEqual([true, false]);
  const label = { action: "labeled", issue: { number: 3 }, label: { name: "loop" }, sender: WIM };
  expect([starts(job, comment("/approve")), starts(job, contexts("issues", label))]).toEqual([false, false]);
});

it("parts the groups of runs and words: a comment turns no run away, and no word another", () => {
  const group = (where: Contexts): string => fill(FILE.concurrency?.group ?? "", where);
  expect([group(STARTED), group(comment("/stop"))]).toEqual(["loopwright-run-3", "loopwright-heard-901"]);
  const { control, close } = FILE.jobs;
  expect([control, close].map((job) => job?.concurrency?.queue)).toEqual(["max", "max"]);
  expect(fill(control?.concurrency?.group ?? "", comment("/stop"))).toBe("loopwright-control-3");
  expect(fill(close?.concurrency?.group ?? "", STARTED)).toBe("loopwright-control-3");
});

it("gives the desk the rights that it needs and no more, and code only to the job that tries plans", () => {
  expect(FILE.permissions).toEqual({});
  const steps = (name: string) => FILE.jobs[name]?.steps.map(({ uses, name: called }) => uses?.split("@")[0] ?? called);
  expect([steps("control"), steps("close")]).toEqual([
    ["loopwright/loopwright/.github/actions/sandbox", "actions/checkout", "loopwright/loopwright"],
    ["loopwright/loopwright"],
  ]);
  for (const name of ["control", "close"])
    expect(FILE.jobs[name]?.permissions).toEqual({ contents: "write", issues: "write", pull_requests: "write", actions: "write" });
  const secrets = [...TEXT.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name);
  expect(new Set(secrets)).toEqual(new Set(["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "LOOPWRIGHT_APP_PRIVATE_KEY"]));
  expect(secrets.filter((name) => name === "LOOPWRIGHT_APP_PRIVATE_KEY")).toHaveLength(1);
});

it.each([
  {
    when: "the label is set",
    where: contexts("issues", { action: "labeled", issue: { number: 3 }, label: { name: "loop" } }),
    tried: true,
  },
  { when: "a comment asks for a run", where: comment("/loop"), tried: true },
  { when: "a plan is made anew", where: comment("/redirect Not so."), tried: true },
  { when: "a run is stopped", where: comment("/stop"), tried: false },
  { when: "a run is stopped by its long name", where: comment("/loop stop"), tried: false },
  {
    when: "the label is taken away",
    where: contexts("issues", { action: "unlabeled", issue: { number: 3 }, label: { name: "loop" } }),
    tried: false,
  },
  { when: "the issue is closed", where: contexts("issues", { action: "closed", issue: { number: 3 } }), tried: false },
])("prepares to try plans when $when: $tried", ({ where, tried }) => {
  const [prepare, checkout, desk] = FILE.jobs["control"]?.steps ?? [];
  expect([prepare, checkout].map((step) => holds(step?.if, where, WELL))).toEqual([tried, tried]);
  expect(desk?.if).toBeUndefined();
});

it("has the jobs of the hosted file as they are there, but for what starts them and the wait for the bot", () => {
  const { control, close, ...work } = FILE.jobs;
  const plain = (jobs: typeof FILE.jobs) => Object.fromEntries(Object.entries(jobs).map(([name, { if: _, ...job }]) => [name, job]));
  // Without a server the job that makes a plan tries it, too.
  const { rehearse, record, ...hosted } = HOSTED.jobs;
  expect([rehearse === undefined, record === undefined]).toEqual([false, false]);
  expect([control === undefined, close === undefined, plain(work)]).toEqual([false, false, plain(hosted)]);
  expect(work["verify"]?.if).toBe(HOSTED.jobs["verify"]?.if);
});

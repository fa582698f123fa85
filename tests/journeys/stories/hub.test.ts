/** Stories on the loopback GitHub, with every part real: what they leave, and that no secret comes where a worker could see it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NO_WALLS } from "../../adapters/sandbox/sandboxes.ts";
import { type HubOutcome, playOnHub } from "../demo/hub/outcome.ts";
import { hubFaultsOf } from "../demo/hub/verdict.ts";
import { readStory, type Story } from "../demo/story.ts";
import { foundInOrder, orderOf } from "./order.ts";

const TIME = 300_000;

/** Prints what looks like a secret in every environment that can be read. Its own words do not look like one. */
const LOOK =
  "{ env; cat /proc/[0-9]*/environ; } 2>/dev/null | tr '\\0' '\\n' | grep -a -i -E 'canar[y]|gh[s]_|toke[n]|_ke[y]|-ke[y]' | sort -u; echo looked";

/** Who approved, as a commit names them (GIT-15). */
const APPROVER = "Co-authored-by: wim <6+wim@users.noreply.github.com>";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loopwright-hub-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The story, in which the worker first looks around. */
async function curious(name: string, config: Story["config"] = {}): Promise<Story> {
  const story = await readStory(name);
  const [first, ...rest] = story.script.roles["worker"] ?? [];
  if (first === undefined) throw new Error(`the worker of ${name} has no turns`);
  const look = { expect: [], forbid: [], repeat: false, reply: { calls: [{ tool: "exec", input: { command: LOOK } }] } };
  const worker = [look, { ...first, expect: ["looked"] }, ...rest];
  return { ...story, config: { ...story.config, ...config }, script: { ...story.script, roles: { ...story.script.roles, worker } } };
}

async function played(story: Story, zeroServer = false): Promise<HubOutcome> {
  return playOnHub({
    story,
    zeroServer,
    folder: join(folder, story.name),
    env: process.env,
    onEvents: () => undefined,
    canary: false,
  });
}

it.skipIf(NO_WALLS !== "")(
  `goes from a label to a verified pull request, and no worker, comment, commit or log shows a secret${NO_WALLS}`,
  async () => {
    const outcome = await played(await curious("journey"));
    expect(hubFaultsOf(outcome, "threshold_reached")).toEqual([]);
    expect(outcome.unsandboxed).toBeNull();
    const bots = outcome.posts.filter(({ who }) => who.endsWith("[bot]")).map(({ where, body }) => `${where}: ${body.split("\n")[0]}`);
    // The plan, the scores, the result, the pull request: four notifications.
    expect(bots).toEqual([
      expect.stringContaining("Comment: **Plan**: "),
      expect.stringContaining("Comment: **Completed**"),
      expect.stringContaining("Comment: **Completed**"),
      expect.stringContaining("Pull request #2"),
    ]);
    const { stdout } = await execa("git", [
      ...["-C", outcome.clone.folder, "log", "--reverse", "--format=%(trailers:only,unfold,separator=|)"],
      `main..${outcome.pulls[0]?.head}`,
    ]);
    const runId = outcome.run?.runId;
    expect(stdout.split("\n")).toEqual([
      `Loop-Run: ${runId}|Loop-Iteration: 1|Loop-Atom: A1|Loop-Score: 0.33 A|${APPROVER}`,
      `Loop-Run: ${runId}|Loop-Iteration: 2|Loop-Score: 1.00 A|${APPROVER}`,
      `Loop-Run: ${runId}|Loop-Iteration: 3|Loop-Score: 1.00 B|${APPROVER}`,
    ]);
  },
  TIME,
);

/** What stands on the pull request: who, where, and the first line. */
function talkOn({ posts }: HubOutcome): readonly string[] {
  const first = posts.findIndex(({ where }) => where.startsWith("Pull request"));
  return posts.slice(first + 1).map(({ who, where, body }) => `${who}, ${where}: ${body.split("\n")[0]}`);
}

it(
  "goes on after a review under the same approval, moves the pull request, and answers in the thread and for the whole [S2.08, S2.09, M2.02]",
  async () => {
    const outcome = await played(await readStory("review"));
    expect(hubFaultsOf(outcome, "threshold_reached")).toEqual([]);
    expect(talkOn(outcome)).toEqual([
      "ada, Review of #2: CHANGES_REQUESTED: The reader is right now. Please say in the README how quotation marks are written.",
      "ada, src/parse.js:26: Say in a comment why two of them are read as one.",
      expect.stringMatching(/^github-actions.bot., Reply: Done in [0-9a-f]{8}, which changes <code>src.parse.js<.code>[.] The worker says/),
      expect.stringContaining("github-actions[bot], Comment on #2: **Completed**"),
    ]);
  },
  TIME,
);

it(
  "shows a worker no secret of the driver without a sandbox either; that the look finds what is there is shown by `npm run canary -- --unredacted` [EX-19]",
  async () => {
    const outcome = await played(await curious("cheat-claim", { sandbox: "none", audit: { every: 1000, ceiling: 1000 } }));
    expect(outcome.run?.ending).toBe("iteration_limit");
    expect([outcome.unsandboxed, outcome.leaks]).toEqual(["the configuration says sandbox: none", []]);
  },
  TIME,
);

it.skipIf(NO_WALLS !== "").each([
  { what: "with a misspelt script", name: "rehearsal-by-job", ending: "user_stop", tried: 2 },
  { what: "with a rule that cannot be parsed, or is green already", name: "rehearsal-unparsed", ending: "user_stop", tried: 3 },
  { what: "whose repository cannot be set up before a person mends it", name: "rehearsal-mended", ending: "threshold_reached", tried: 2 },
] as const)(
  `asks nobody to approve a plan $what, without a server either${NO_WALLS}`,
  async ({ name, ending, tried }) => {
    const outcome = await played(await readStory(name), true);
    expect(hubFaultsOf(outcome, ending)).toEqual([]);
    const kinds = outcome.events.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "rehearsed").length).toBe(tried);
    expect(kinds.filter((kind) => kind === "approval_requested").length).toBe(1);
    expect(kinds.indexOf("approval_requested")).toBeGreaterThan(kinds.lastIndexOf("rehearsed"));
  },
  TIME,
);

it.each([
  { name: "started-by-comment", zeroServer: true, ending: "threshold_reached", calls: "/loop" },
  { name: "started-by-assignment", zeroServer: false, ending: "user_stop", calls: "" },
] as const)(
  "begins the run of $name without the label, which it sets itself, once; without a server: $zeroServer",
  async ({ name, zeroServer, ending, calls }) => {
    const outcome = await played(await readStory(name), zeroServer);
    expect(hubFaultsOf(outcome, ending)).toEqual([]);
    expect(outcome.labels).toContain("loop");
    expect(outcome.events.filter(({ kind }) => kind === "run_started").length).toBe(1);
    const people = outcome.posts
      .filter(({ who, where }) => where === "Comment" && !who.endsWith("[bot]"))
      .map(({ who, body }) => [who, body]);
    expect(people.filter(([who]) => who === "tess")).toEqual(calls === "" ? [] : [["tess", calls]]);
  },
  TIME,
);

it(
  "says without a server that a plan is older than a comment, and makes another one from it [M0.02]",
  async () => {
    const outcome = await played(await readStory("plan-older"), true);
    expect(hubFaultsOf(outcome, "threshold_reached")).toEqual([]);
    const kinds = outcome.events.map(({ kind }) => kind);
    expect(foundInOrder(orderOf("plan-older"), kinds)).toEqual(orderOf("plan-older"));
    expect(outcome.run?.plan?.discussion?.comments).toMatchObject([{ by: "otto", author: true }]);
  },
  TIME,
);

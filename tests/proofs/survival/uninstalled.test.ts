/** The App is uninstalled in the middle of a run: the bot may nothing and hears nothing, and the jobs of the workflow go on with the token that GitHub gives them. */
import { expect, it } from "vitest";
import { findEndedWorkflowRun } from "#adapters/github/workflow/ended-workflow-run.ts";
import type { EventKind } from "#core/events/event.ts";
import { reconcile } from "#loop/control/reconcile/reconcile.ts";
import { apiOf } from "../simulator/stations.ts";
import type { World } from "../simulator/world.ts";
import { atDesk } from "./desk-now.ts";
import { brokenLaws } from "./laws.ts";
import { slowly } from "./slowly.ts";
import { type Story, type StoryOptions, story } from "./story.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PLACE = { owner: "acme", repo: "widget", workflow: "loopwright.yml" } as const;

interface App {
  isInstalled: boolean;
  /** The request of the bot that first finds the App gone. */
  goesAt: RegExp;
}

/** A world whose GitHub knows the bot only while the App is installed. */
const knowing =
  (app: App) =>
  (world: World): World => ({
    ...world,
    born(name, actor) {
      const born = world.born(name, actor);
      const isBot = name.startsWith("bot") || name === "looker";
      const refused = (): Promise<Response> => Promise.resolve(Response.json({ message: "Bad credentials" }, { status: 401 }));
      const isRefused = (input: unknown): boolean => {
        if (app.goesAt.test(String(input))) app.isInstalled = false;
        return !app.isInstalled;
      };
      return { ...born, fetch: (input, init) => (isBot && isRefused(input) ? refused() : born.fetch(input, init)) };
    },
  });

/** `thinks`: milliseconds that each answer of a model takes more. */
async function withApp(
  play: (told: Story, app: App) => Promise<void>,
  { thinks = 0, fateOf }: { thinks?: number; fateOf?: StoryOptions["fateOf"] } = {},
): Promise<void> {
  const app: App = { isInstalled: true, goesAt: /^$/ };
  const inWorld = (world: World): World => knowing(app)(slowly(thinks)(world));
  await story((told) => play(told, app), { inWorld, arrivals: () => (app.isInstalled ? 1 : 0), ...(fateOf && { fateOf }) });
}

/** The App is there again, and the bot looks as it does every five minutes. */
async function installed(told: Story, app: App, issue: number): Promise<void> {
  app.isInstalled = true;
  for (let nth = 0; nth < 3; nth++) {
    await told.pass(5 * MINUTE);
    await atDesk(told, issue, (desk, surroundings) =>
      reconcile(desk, (counted) => findEndedWorkflowRun(apiOf(surroundings), PLACE, counted)),
    );
    await told.calm();
  }
}

const has = ({ history }: Story, issue: number, kind: EventKind): boolean => history(issue).some((event) => event.kind === kind);

const MOMENTS: readonly EventKind[] = [
  "consumed",
  "plan_created",
  "evaluation_done",
  "iteration_kept",
  "loop_passed",
  "qa_done",
  "published",
];

it.each(MOMENTS)("has its work done and shown once by the jobs alone, from %s on [LIFE-09]", async (kind) => {
  await withApp(async (told, app) => {
    const { atWork, until, calm, pass, world, github, labels, letters } = told;
    const issue = await atWork();
    await until(kind, () => has(told, issue, kind));
    app.isInstalled = false;
    await calm();
    expect(brokenLaws(world, issue)).toEqual([]);
    const { length } = github.lines;
    await pass(DAY);
    expect(github.lines.length).toBe(length);
    const [shown, before] = [github.commentsOn(issue), told.history(issue).length];
    await installed(told, app, issue);
    expect([brokenLaws(world, issue), github.commentsOn(issue), told.history(issue).length]).toEqual([[], shown, before]);
    expect([labels(issue), letters(issue, "result").length, github.runs().length]).toEqual([["loop:completed"], 1, 1]);
  });
});

it.each([
  { away: 5 * MINUTE, when: "soon" },
  { away: DAY, when: "after a day" },
])(
  "hears a stop through its worker while the App is away, and nothing is said of it again when it is there $when [LIFE-09]",
  async ({ away }) => {
    await withApp(
      async (told, app) => {
        const { atWork, until, calm, pass, github, labels, letters, run } = told;
        const issue = await atWork();
        await until("a plan of the work", () => has(told, issue, "plan_created"));
        app.isInstalled = false;
        github.comment(issue, "wim", "/stop");
        await calm();
        const ended = (): readonly unknown[] => [run(issue).stage, labels(issue), letters(issue, "result").length];
        expect(ended()).toEqual(["stopped", ["loop:stopped"], 1]);
        const shown = github.commentsOn(issue).map(({ body }) => body);
        await pass(away);
        await installed(told, app, issue);
        expect([ended(), github.commentsOn(issue).map(({ body }) => body)]).toEqual([["stopped", ["loop:stopped"], 1], shown]);
      },
      { thinks: 25_000 },
    );
  },
);

const AT_THE_DESK: readonly EventKind[] = ["run_started", "run_hydrated", "plan_reviewed", "approval_requested", "announced"];

it.each(AT_THE_DESK)("goes on with a plan that the App was at when it went, from %s on, and shows it once [LIFE-09]", async (kind) => {
  await withApp(async (told, app) => {
    const { anIssue, until, calm, pass, world, github, labels, letters } = told;
    const issue = anIssue();
    github.label(issue, "ada", "loop");
    await until(kind, () => {
      app.isInstalled = !has(told, issue, kind);
      return !app.isInstalled;
    });
    await calm();
    expect(letters(issue, "plan").length).toBeLessThanOrEqual(1);
    await pass(HOUR);
    await installed(told, app, issue);
    expect([labels(issue), letters(issue, "plan").length]).toEqual([["loop:awaiting-approval"], 1]);
    github.comment(issue, "wim", "/approve");
    await calm();
    expect(brokenLaws(world, issue)).toEqual([]);
  });
});

it.each([
  { when: "before its sign", goesAt: /reactions$/, approved: false },
  { when: "before the workflow is started", goesAt: /dispatches$/, approved: true },
])("starts the work of an approval once where the App goes while it is heard, $when [LIFE-09]", async ({ goesAt, approved }) => {
  await withApp(async (told, app) => {
    const { planned, calm, pass, world, github } = told;
    const issue = await planned();
    app.goesAt = goesAt;
    github.comment(issue, "wim", "/approve");
    await calm();
    expect([app.isInstalled, has(told, issue, "approved"), github.runs()]).toEqual([false, approved, []]);
    app.goesAt = /^$/;
    await pass(10 * MINUTE);
    await installed(told, app, issue);
    expect([brokenLaws(world, issue), github.runs().length]).toEqual([[], 1]);
  });
});

it.each([
  { what: "a machine is replaced by the jobs after it", lost: /^run 400001$/, runs: 2 },
  { what: "a workflow run of which every machine is lost is replaced when the App is there again", lost: / 400001$/, runs: 1 },
])("goes on where machines are lost while the App is away: $what [LIFE-09]", async ({ lost, runs }) => {
  let isLost = false;
  await withApp(
    async (told, app) => {
      const { atWork, until, calm, pass, world, github } = told;
      const issue = await atWork();
      await until("a plan of the work", () => has(told, issue, "plan_created"));
      app.isInstalled = false;
      isLost = true;
      await calm();
      const { length } = github.lines;
      await pass(DAY);
      expect([github.lines.length, github.runs().length]).toEqual([length, runs]);
      await installed(told, app, issue);
      expect([brokenLaws(world, issue), github.runs().length]).toEqual([[], 2]);
    },
    { fateOf: ({ by }) => (isLost && lost.test(by) ? "dies_before" : "passes") },
  );
});

it("hears what was said while the App was away when it is there again, and once [LIFE-09]", async () => {
  await withApp(async (told, app) => {
    const { planned, calm, pass, world, github } = told;
    const issue = await planned();
    app.isInstalled = false;
    github.comment(issue, "wim", "/approve");
    await calm();
    expect(github.runs()).toEqual([]);
    await installed(told, app, issue);
    await pass(10 * MINUTE);
    expect([brokenLaws(world, issue), github.runs().length]).toEqual([[], 1]);
  });
});

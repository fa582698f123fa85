/** Many at once, clocks that differ, and bots that hear the same: the same comes of it as of one. */
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { sinceParameterOf } from "#adapters/github/issue/since-parameter.ts";
import type { Event } from "#core/events/event.ts";
import { evolve, replay } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { isLawful } from "#core/run/stage.ts";
import { storyNames } from "../../journeys/demo/story.ts";
import { keptEvents } from "../../journeys/stories/kept-journals.ts";
import type { World } from "../simulator/world.ts";
import { brokenLaws } from "./laws.ts";
import { historyAt, story } from "./story.ts";

it("plans on thirty issues at once and works on ten of them, each in a journal and on a branch of its own [RACE-11]", async () => {
  await story(async ({ anIssue, until, calm, github, labels, world }) => {
    github.push("main", "ada", { ".github/loopwright.yml": "quotas:\n  person_day: 100\n  open_runs: 100\n" });
    const issues = Array.from({ length: 30 }, (_, index) => anIssue(`Split drops field ${index}`));
    for (const issue of issues) github.label(issue, "ada", "loop");
    await until("thirty plans", () => issues.every((issue) => labels(issue).includes("loop:awaiting-approval")));
    const approved = issues.slice(0, 10);
    for (const issue of approved) github.comment(issue, "wim", "/approve");
    await calm();
    expect(issues.filter((issue) => labels(issue).includes("loop:completed"))).toEqual(approved);
    const states = github.refs().filter(({ name }) => /^refs\/loopwright\/issue-\d+\/(?!current)/.test(name));
    expect(states).toHaveLength(30);
    for (const { name } of states) {
      const told = replay(historyAt(world, name));
      expect([`refs/loopwright/issue-${told?.issue.number}/${told?.runId}`, told?.issue.title]).toEqual([
        name,
        `Split drops field ${(told?.issue.number ?? 0) - 1}`,
      ]);
    }
    expect(
      new Set(
        github
          .refs()
          .filter(({ name }) => name.startsWith("refs/heads/loop/"))
          .map(({ name }) => name),
      ).size,
    ).toBe(10);
  });
});

/** A world where the clocks of these processes are wrong by so many milliseconds. */
const skewed =
  (who: (name: string) => number) =>
  (world: World): World => ({
    ...world,
    born(name, actor) {
      const born = world.born(name, actor);
      const clock = { ...born.process.clock, now: () => world.schedule.now() + who(name) };
      return { ...born, process: { ...born.process, clock } };
    },
  });

const MINUTES = 60_000;
it("asks GitHub from a quarter of an hour earlier: clocks that differ by ten minutes hide nothing [RACE-14]", () => {
  expect(sinceParameterOf(Date.parse("2026-02-18T12:00:00.250Z"))).toBe("2026-02-18T11:45:00.250Z");
});

it.each([
  { bot: 10 * MINUTES, jobs: 0 },
  { bot: -10 * MINUTES, jobs: 0 },
  { bot: 10 * MINUTES, jobs: -4 * MINUTES },
  { bot: -10 * MINUTES, jobs: 10 * MINUTES },
])(
  "does all once where the bot's clock is wrong by $bot ms and the jobs' by $jobs, and answers get lost [RACE-14]",
  async ({ bot, jobs }) => {
    let comments = 0;
    await story(
      async ({ planned, pass, calm, github, world }) => {
        const issue = await planned();
        await pass(15 * MINUTES);
        github.comment(issue, "wim", "/approve");
        await calm();
        expect(brokenLaws(world, issue)).toEqual([]);
      },
      {
        inWorld: skewed((name) => (name.startsWith("bot") ? bot : jobs)),
        fateOf: ({ what }) => (/issues\/\d+\/comments$|dispatches$/.test(what) && comments++ % 2 === 0 ? "answer_lost" : "passes"),
      },
    );
  },
);

it.each(["dies_before", "dies_after"] as const)("tells once of a plan whose desk %s it was told [RACE-15]", async (fate) => {
  for (const nth of [0, 1, 2, 3, 4, 5]) {
    let comments = 0;
    await story(
      async ({ anIssue, calm, github, letters, labels }) => {
        const issue = anIssue();
        github.label(issue, "ada", "loop");
        await calm();
        expect([labels(issue), letters(issue, "plan").length]).toEqual([["loop:awaiting-approval"], 1]);
        expect(letters(issue, "plan")[0]?.body).toContain("<summary>Review of this plan</summary>");
      },
      { fateOf: ({ by }) => (by === "bot 0" && comments++ === nth ? fate : "passes") },
    );
  }
});

it("does what is told to two bots as one would [RACE-18]", async () => {
  await story(
    async ({ planned, calm, github, world, history }) => {
      const issue = await planned();
      github.comment(issue, "wim", "/approve");
      await calm();
      expect(github.runs().length).toBeLessThanOrEqual(2);
      // A second workflow run for the same hand-over finds it taken up, and ends.
      expect(brokenLaws(world, issue).filter((law) => !law.startsWith("doubled: the workflow run"))).toEqual([]);
      expect(history(issue).filter(({ kind }) => kind === "consumed")).toHaveLength(1);
    },
    { bots: 2 },
  );
});

it("stops for whoever takes the label away while the work goes on, and says so [RACE-20]", async () => {
  await story(async ({ atWork, calm, github, labels, run, letters, history }) => {
    const issue = await atWork();
    github.unlabel(issue, "wim", "loop");
    await calm();
    expect([labels(issue), run(issue).ending, run(issue).stopRequest]).toMatchObject([
      ["loop:stopped"],
      "user_stop",
      { by: "wim", note: "the label was taken away" },
    ]);
    expect(letters(issue, "result")[0]?.body).toContain("the label was taken away");
    expect(history(issue).some(({ kind }) => kind === "published")).toBe(false);
  });
});

/** The moves between stages that people were told of; every other pair is none. */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  hydrating: ["reviewing", "needs_info", "stopped", "failed"],
  reviewing: ["hydrating", "awaiting_approval", "halted", "completed", "stopped", "failed"],
  awaiting_approval: ["running", "hydrating", "stopped"],
  running: ["awaiting_approval", "verifying", "paused", "hydrating", "completed", "stopped", "failed", "blocked"],
  verifying: ["running", "publishing", "paused", "stopped", "failed", "blocked"],
  publishing: ["running", "completed", "stopped", "failed"],
  completed: ["running"],
  needs_info: ["hydrating"],
  halted: ["hydrating", "reviewing"],
  paused: ["running", "stopped"],
  blocked: ["running"],
  stopped: ["running"],
  failed: ["running", "reviewing"],
};

/** A draw that follows from its seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

it("moves between stages only as the table says, whatever comes after whatever [RACE-16]", async () => {
  const kept = await Promise.all((await storyNames()).map((name) => keptEvents(name)));
  const [begins, pool] = [kept.flatMap((events) => events.slice(0, 1)), kept.flatMap((events) => events.slice(1))];
  const roll = dice(1);
  const draw = (events: readonly Event[]): Event => events[roll(events.length)] as Event;
  const seen = new Set<string>();
  for (let round = 0; round < 2_000; round++) {
    let run = replay([draw(begins)]);
    for (let step = 0; run !== null && step < 50; step++) {
      const event = draw(pool);
      seen.add(`${run.stage} ${event.kind}`);
      run = moved(run, event);
    }
  }
  expect(seen.size).toBeGreaterThan(300);
});

/** The run after the event; what is not lawful changes nothing that decides. */
function moved(before: Run, event: Event): Run {
  const after = evolve(before, event);
  const isKnown = after.stage === before.stage || MOVES[before.stage]?.includes(after.stage) === true;
  const isSame = isLawful(before.stage, event) || DECIDES.every((name) => after[name] === before[name]);
  if (!isKnown || !isSame) throw new Error(`${event.kind} leads from ${before.stage} to ${after.stage}`);
  return after;
}

const DECIDES = ["stage", "approval", "claimed", "published", "plan"] as const;

it.each(["loopwright.yml", "loopwright-zero-server.yml"])(
  "has groups in %s that differ by numbers alone, so that no case of a letter matters [RACE-19]",
  async (file) => {
    const text = await readFile(`.github/docs/${file}`, "utf8");
    const workflow: unknown = parse(text);
    expect(workflow).toBeTypeOf("object");
    const groups = [...text.matchAll(/^\s*group: (.*)$/gm)].map(([, group = ""]) => group.replaceAll(/\$\{\{.*?\}\}/g, ""));
    expect(groups.length).toBeGreaterThan(0);
    for (const group of groups) expect(group).toMatch(/^[a-z-]*$/);
  },
);

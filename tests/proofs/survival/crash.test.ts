/** Processes that die, machines that vanish, clocks that jump, and a GitHub that is half there: the work is done once, or the run says where it stands. */
import { expect, it } from "vitest";
import { MAX_REPLACEMENTS } from "#core/approval/lease.ts";
import { casesOf } from "../../house/proofs.ts";
import { crashed, singlePoints } from "../simulator/crash.ts";
import { LIMITS } from "../simulator/stations.ts";
import type { World } from "../simulator/world.ts";
import { brokenLaws } from "./laws.ts";
import { slowly } from "./slowly.ts";
import { type Story, story } from "./story.ts";

const broken = async (...points: Parameters<typeof crashed>[0]): Promise<readonly string[]> =>
  (await crashed(points)).broken.map((why) => `${points.map(({ nth, fate }) => `${nth} ${fate}`).join(", ")}: ${why}`);

/** A draw that follows from its seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

it("loses and doubles nothing for a crash at any request, and for two of them [CR-01]", async () => {
  const points = await singlePoints();
  const roll = dice(1);
  const draw = () => points[roll(points.length)] ?? { nth: 0, fate: "dies_after" as const };
  const singles = casesOf(6, ...points.filter((_, index) => index % 7 === 3));
  const found: string[] = [];
  for (const point of singles) found.push(...(await broken(point)));
  for (let pair = 0; pair < 3; pair++) {
    const [one, other] = [draw(), draw()];
    if (one.nth !== other.nth) found.push(...(await broken(one, other)).filter((why) => !why.includes("never reached")));
  }
  expect(found).toEqual([]);
});

it("loses and doubles nothing for three to six crashes anywhere [CR-03]", async () => {
  const points = await singlePoints();
  const found: string[] = [];
  for (const seed of casesOf(2, 1, 2, 3, 4)) {
    const roll = dice(seed);
    const chosen = new Map(
      Array.from({ length: 3 + roll(4) }, () => points[roll(points.length)] ?? points[0]).map((one) => [one?.nth, one]),
    );
    const some = [...chosen.values()].flatMap((one) => (one === undefined ? [] : [one])).sort((a, b) => a.nth - b.nth);
    found.push(...(await broken(...some)).filter((why) => !why.includes("never reached")));
  }
  expect(found).toEqual([]);
});

it("knows an append by its commit, whichever process died before it was told that it landed [CR-01]", async () => {
  const points = (await singlePoints()).filter(({ fate }) => fate === "dies_after" || fate === "answer_lost");
  const { changes } = await crashed([]);
  const appends = points.filter(({ nth }) => changes[nth]?.what.endsWith("/graphql"));
  expect(appends.length).toBeGreaterThan(15);
  const found: string[] = [];
  for (const point of casesOf(4, ...appends.filter((_, index) => index % 3 === 0))) found.push(...(await broken(point)));
  expect(found).toEqual([]);
});

const worked = ({ world }: Story, issue: number): readonly string[] => brokenLaws(world, issue);

it("has another machine go on when one vanishes, and nothing that the first had in hand lands later [CR-05]", async () => {
  const machine: { isAtWork: boolean; isGone: boolean } = { isAtWork: false, isGone: false };
  await story(
    async (told) => {
      const issue = await told.atWork();
      machine.isAtWork = true;
      await told.calm();
      const taken = told.history(issue).flatMap((event) => (event.kind === "consumed" ? [event.worker] : []));
      expect([machine.isGone, taken, worked(told, issue)]).toEqual([true, ["400001", "400002"], []]);
    },
    {
      fateOf({ by }) {
        if (machine.isGone || !machine.isAtWork || by !== "run 400001") return "passes";
        machine.isGone = true;
        return "dies_before";
      },
    },
  );
});

/** Changes of each process so far. */
function counter(): (name: string) => number {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  };
}

it("gives up a run that costs every machine at the same point, tells people once, and begins no endless row [CR-15]", async () => {
  const count = counter();
  await story(
    async ({ atWork, calm, github, labels, run, letters }) => {
      const issue = await atWork();
      await calm();
      expect([github.runs().length, labels(issue), run(issue).ending]).toEqual([1 + MAX_REPLACEMENTS, ["loop:failed"], "worker_lost"]);
      expect([letters(issue, "result").length, letters(issue, "status").length]).toEqual([1, 1]);
      expect(letters(issue, "result")[0]?.body).toContain("/loop resume");
    },
    { fateOf: ({ by }) => (by.startsWith("run ") && count(by) === 6 ? "dies_before" : "passes") },
  );
});

it("keeps nobody waiting in a job: a pause of forty days costs no machine, and the run goes on after it [CR-08]", async () => {
  await story(async ({ atWork, until, calm, pass, github, labels, history }) => {
    const issue = await atWork();
    await until("a score", () => history(issue).some(({ kind }) => kind === "evaluation_done"));
    github.comment(issue, "wim", "/pause");
    await calm();
    expect([labels(issue), github.runs().every(({ status }) => status === "completed")]).toEqual([["loop:paused"], true]);
    const { length } = github.lines;
    await pass(40 * 86_400_000);
    expect(github.lines.length).toBe(length);
    github.comment(issue, "wim", "/resume");
    await calm();
    expect(labels(issue)).toEqual(["loop:completed"]);
  });
});

/** A world whose jobs' clocks jump by so much, a while after they began. */
const jumping =
  (ms: number) =>
  (world: World): World => ({
    ...world,
    born(name, actor) {
      const born = world.born(name, actor);
      const begun = world.schedule.now();
      const now = (): number => world.schedule.now() + (name.startsWith("run") && world.schedule.now() - begun > 12_000 ? ms : 0);
      return { ...born, process: { ...born.process, clock: { ...born.process.clock, now } } };
    },
  });

it.each([-3_600_000, 3_600_000, 86_400_000, -1_000])(
  "finishes its work, once, though the runner's clock jumps by %d ms [CR-14]",
  async (ms) => {
    await story(
      async (told) => {
        const issue = await told.atWork();
        await told.calm();
        expect(worked(told, issue)).toEqual([]);
      },
      { inWorld: jumping(ms) },
    );
  },
);

it("needs no bot while a workflow run is at work, and hears what is said when there is one again [CR-09]", async () => {
  let isDown = false;
  await story(
    async (told) => {
      const { atWork, calm, github, history } = told;
      const issue = await atWork();
      isDown = true;
      await calm();
      expect([history(issue).some(({ kind }) => kind === "published"), worked(told, issue)]).toEqual([true, []]);
      isDown = false;
      const other = await told.planned();
      expect([other, github.issues().length]).toEqual([3, 3]);
    },
    { arrivals: () => (isDown ? 0 : 1) },
  );
});

it("hands a run on before its job's time is over, in the loop and beyond it, and other jobs go on until the work is done [CR-07]", async () => {
  await story(
    async (told) => {
      const { atWork, calm, history, run, github, labels } = told;
      const issue = await atWork();
      await calm();
      const begun = history(issue).flatMap((event) => (event.kind === "consumed" ? [event] : []));
      const handed = history(issue).flatMap((event) => (event.kind === "worker_replaced" ? [event] : []));
      expect([begun.map(({ worker }) => worker), handed.length]).toEqual([["400001", "400002", "400003"], 2]);
      for (const [index, { at, why }] of handed.entries()) {
        expect(why).toContain("has no time left");
        expect(at - (begun[index]?.at ?? 0)).toBeLessThan(LIMITS.run);
        expect(at - (begun[index]?.at ?? 0)).toBeGreaterThan(LIMITS.run - 60 * 60_000);
      }
      const pulls = github.issues().filter(({ pull }) => pull !== null).length;
      expect([labels(issue), pulls, run(issue).errorState]).toEqual([["loop:completed"], 1, null]);
    },
    { inWorld: (world) => slowly(85 * 60_000, /^You are the planner /)(slowly(95 * 60_000, /^You are the auditor /)(world)) },
  );
});

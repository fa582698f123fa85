/** A few stories through the built command line, looked at closely: what they leave behind. `npm run stories` plays them all. */

import { execa } from "execa";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EventKind, EventOf } from "#core/events/event.ts";
import { matchesAuditKey } from "#core/iteration/audit.ts";
import { KEPT_IDS } from "#core/planning/guards.ts";
import { mostJudged } from "#core/rules/rule.ts";
import type { Run } from "#core/run/run.ts";
import { branchOf, planOf } from "#core/run/run-facts.ts";
import { inParallel } from "#loop/context/parallel.ts";
import { readStory } from "../demo/story.ts";
import { faultsOf } from "../demo/verdict.ts";
import { foundInOrder, orderOf } from "./order.ts";
import { type Played, type Playhouse, playhouse } from "./playhouse.ts";

const NAMES = ["journey", "cheat-tests", "worse-iteration"];
const TIME = 300_000;

let house: Playhouse;
let played: ReadonlyMap<string, Played>;

beforeAll(async () => {
  house = await playhouse();
  const all = await inParallel(2, NAMES, async (name) => house.play(await readStory(name)));
  played = new Map(all.map((one) => [one.story.name, one]));
}, TIME);

afterAll(() => house.close());

function of(name: string): Played & { readonly run: Run } {
  const one = played.get(name);
  if (one?.outcome.run == null) throw new Error(`${name} began no run: ${one?.outcome.ended.stderr}`);
  return { ...one, run: one.outcome.run };
}

/** The journal's events of one kind. */
function eventsOf<K extends EventKind>(name: string, kind: K): readonly EventOf<K>[] {
  return of(name).outcome.events.filter((event): event is EventOf<K> => event.kind === kind);
}

async function git(name: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await execa("git", args, { cwd: of(name).scene.repository });
  return `${stdout}${stderr}`;
}

it.each(NAMES)("%s goes as it is written: its end, every turn, an untouched worktree, an equal replay, no key anywhere", (name) => {
  const { story, outcome, run } = of(name);
  expect(faultsOf(outcome, story.expect)).toEqual([]);
  expect(run.stage).toBe(story.stage);
  expect(outcome.ended.code).toBe(["completed", "awaiting_approval"].includes(story.stage) ? 0 : 1);
});

it.each(NAMES)("%s tells its events in order", (name) => {
  const kinds = of(name).outcome.events.map(({ kind }) => kind);
  expect(foundInOrder(orderOf(name), kinds), kinds.join(" ")).toEqual(orderOf(name));
});

it.each(NAMES)("%s leaves one commit for each kept iteration, with its trailers, and a sound repository", async (name) => {
  const { run } = of(name);
  const kept = eventsOf(name, "iteration_kept").map(({ commit }) => commit);
  const branch = branchOf(run);
  const known = await git(name, "for-each-ref", "--format=%(objectname)", `refs/heads/${branch}`);
  expect(known).toBe(kept.at(-1) ?? "");
  if (kept.length > 0) {
    expect((await git(name, "rev-list", "--reverse", "--first-parent", `main..${branch}`)).split("\n")).toEqual(kept);
    const trailers = await git(name, "log", "--format=%(trailers:only,unfold,separator=|)", `main..${branch}`);
    // The atom comes with the first commit; the later ones are about the rules.
    for (const [index, line] of trailers.split("\n").reverse().entries()) {
      const atoms = index === 0 ? "Loop-Atom: A1\\|" : "";
      expect(line).toMatch(new RegExp(`^Loop-Run: ${run.runId}\\|Loop-Iteration: \\d\\|${atoms}Loop-Score: [01]\\.\\d\\d [AB]$`));
    }
  }
  expect(await git(name, "fsck", "--strict", "--no-dangling", "--no-progress")).toBe("");
});

it("takes a tree whose rules were red on the base and are green on the head, with little of the weight judged", () => {
  const { run } = of("journey");
  const plan = planOf(run);
  const red = run.baseScore?.results.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);
  const unclear = run.baseScore?.results.filter(({ verdict }) => verdict === "na").map(({ id }) => id);
  expect(unclear).toEqual(["a.completeness.tests"]);
  const asBefore = ["a.completeness.tests", ...KEPT_IDS];
  expect(red).toEqual(plan.rules.filter(({ id, check }) => check.kind === "command" && !asBefore.includes(id)).map(({ id }) => id));
  expect(run.progress.evaluation?.results.map(({ verdict }) => verdict)).toEqual(plan.rules.map(() => "pass"));
  expect(mostJudged(plan.rules)).toBeLessThanOrEqual(0.2);
  const judged = run.progress.evaluation?.results.find(({ id }) => id === "b.style.conventions");
  expect(judged?.evidence).toMatchObject([{ path: "src/parse.js", line: 8 }]);
  expect(run.progress.rows.map(({ iteration, level, passed }) => `${iteration}${level} ${passed}`)).toEqual([
    "1A false",
    "2A true",
    "2B false",
    "3B true",
  ]);
});

it("shows at the end the audit key that the approval was bound to", () => {
  const key = eventsOf("journey", "completed").at(-1)?.key ?? "";
  expect(matchesAuditKey(key, of("journey").run.keyHash ?? "")).toBe(true);
});

it("sees through a skipped test: integrity, the base's own tests and the names of the branch's are red though its suite exits with 0", () => {
  const results = of("cheat-tests").run.progress.evaluation?.results ?? [];
  const verdicts = Object.fromEntries(results.map(({ id, verdict }) => [id, verdict]));
  expect(verdicts).toMatchObject({ "a.integrity.tests": "fail", "a.regression.base-tests": "fail", "a.regression.tests": "fail" });
  expect(of("cheat-tests").run.progress).toMatchObject({ best: null, rows: [{ kept: false }] });
});

it("keeps the better iteration on the branch", async () => {
  const { run } = of("worse-iteration");
  expect(run.progress.rows.map(({ kept, score }) => ({ kept, score: score.toFixed(2) }))).toEqual([
    { kept: true, score: "0.33" },
    { kept: false, score: "0.00" },
  ]);
  expect(await git("worse-iteration", "log", "-1", "--format=%(trailers:key=Loop-Iteration,valueonly)", branchOf(run))).toBe("1\n");
});

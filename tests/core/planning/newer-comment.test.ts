/** Which comment a plan that waits is older than, and that the run remembers the first one for that plan alone. */
import { expect, it } from "vitest";
import type { Event } from "#core/events/event.ts";
import type { Discussion } from "#core/plan/discussion.ts";
import { isNewerThanPlan } from "#core/planning/newer-comment.ts";
import { evolve } from "#core/run/evolve/evolve.ts";
import type { Run } from "#core/run/run.ts";
import { aPlan } from "../../builders/run.ts";
import { waiting } from "../../builders/waiting-run.ts";

const ASKED = 1_000_000;
const discussion: Discussion = {
  comments: [
    { id: 11, by: "ana", written: "2026-01-02T10:00:00Z", text: "Three.", author: true },
    { id: 15, by: "tria", written: "2026-01-02T10:01:00Z", text: "And quotes." },
  ],
  strangers: 1,
  older: 0,
};
const made = waiting({ plan: { ...aPlan(), discussion }, askedAt: ASKED });
const alone = waiting({ askedAt: ASKED });
const strange = waiting({ plan: { ...aPlan(), discussion: { comments: [], strangers: 2, older: 0 } }, askedAt: ASKED });
const NEWER = { comment: 16, by: "tria", written: "2026-01-02T10:05:00Z", url: "https://github.com/o/r/issues/7#issuecomment-16" };

it.each<{ when: string; run: Run; id: number; at: number; newer: boolean }>([
  { when: "it came after the last one that the plan was made from", run: made, id: 16, at: ASKED + 60_000, newer: true },
  { when: "the plan was made from it", run: made, id: 15, at: ASKED + 60_000, newer: false },
  { when: "a later one was read", run: made, id: 12, at: ASKED + 60_000, newer: false },
  { when: "nobody had commented", run: alone, id: 1, at: ASKED + 60_000, newer: true },
  { when: "strangers alone had commented", run: strange, id: 1, at: ASKED + 60_000, newer: true },
  { when: "it was written in the second in which the plan was asked for", run: alone, id: 1, at: ASKED - 999, newer: true },
  { when: "it was written before the plan was asked for", run: alone, id: 1, at: ASKED - 60_000, newer: false },
  { when: "the plan says so already", run: { ...made, newerComment: NEWER }, id: 17, at: ASKED + 60_000, newer: false },
  { when: "the plan was approved", run: { ...made, stage: "running" }, id: 16, at: ASKED + 60_000, newer: false },
])("a comment is newer than the plan: $newer, where $when", ({ run, id, at, newer }) => {
  expect(isNewerThanPlan(run, { id, at })).toBe(newer);
});

const moved = (comment: number): Event => ({ kind: "discussion_moved", at: ASKED + comment, ...NEWER, comment });

it("remembers the first one until another plan is made, and none where no plan waits", () => {
  const older = evolve(evolve(made, moved(16)), moved(17));
  expect([older.stage, older.newerComment]).toEqual(["awaiting_approval", NEWER]);
  expect(evolve({ ...older, stage: "hydrating" }, { kind: "run_hydrated", at: ASKED + 20, plan: aPlan() }).newerComment).toBe(null);
  expect(evolve({ ...made, stage: "running" }, moved(16)).newerComment).toBe(null);
});

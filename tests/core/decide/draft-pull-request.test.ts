/** Which ends leave a draft, and which do not, where the repository wants one. */
import { expect, it } from "vitest";
import { Config } from "#core/config/config.ts";
import { endsAsDraft } from "#core/decide/draft-pull-request.ts";
import { StopReason } from "#core/events/data/reason.ts";
import { aFinishedRun } from "../../builders/finished-run.ts";

const CONFIG = Config.parse({ on_incomplete: "draft" });
const stoppedFor = (ending: StopReason) => aFinishedRun({ stage: "stopped", ending, published: null, config: CONFIG });

it("leaves a draft where the loop did what it could, and for no other reason [6.9 #15]", () => {
  expect(StopReason.options.filter((ending) => endsAsDraft(stoppedFor(ending)))).toEqual([
    "or_exhausted",
    "deadlock",
    "atom_failed",
    "empty_plan",
    "stagnation",
    "stall_limit",
    "budget_exceeded",
    "iteration_limit",
    "base_conflicts",
    "qa_issues",
  ]);
});

const run = stoppedFor("stagnation");

it.each([
  { when: "nobody asked for one", change: { config: Config.parse({}) } },
  { when: "the run is not over", change: { stage: "running", ending: null } as const },
  { when: "a step broke", change: { stage: "failed" } as const },
  { when: "nothing was committed", change: { base: { ...run.base, commit: run.progress.head.commit } } },
  { when: "a pull request shows it", change: { published: aFinishedRun().published } },
  { when: "a pull request showed an earlier state of it", change: { shown: aFinishedRun().published } },
])("leaves none when $when", ({ change }) => {
  expect(endsAsDraft({ ...run, ...change })).toBe(false);
});

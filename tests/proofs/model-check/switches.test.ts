/** The checker has teeth: with any one guard switched off it finds what the guard was for, and with all of them it finds nothing. */
import { expect, it } from "vitest";
import { casesOf } from "../../house/proofs.ts";
import { linesOf, together } from "./report.ts";
import { CALM, type Scene } from "./scene.ts";
import { search } from "./search.ts";
import { CORE, SWITCHES, type Switch } from "./system.ts";

const WORK: Scene = { ...CALM, work: true };
const TROUBLE: Scene = { ...CALM, trouble: true };
const STEERED: Scene = { ...CALM, steering: true };
const ATOMS: Scene = { ...CALM, atoms: true };

/** A small world in which the guard matters, and the law that breaks without it. */
const GUARDS: Readonly<Record<Switch, { readonly scene: Scene; readonly law: string; readonly states?: number }>> = {
  user_stop: { scene: { ...CALM, people: true }, law: "works on though somebody said stop" },
  audit_block: { scene: TROUBLE, law: "works on after an audit that objected" },
  permission: { scene: { ...CALM, people: true }, law: "works without an approval" },
  vouching: { scene: { ...CALM, github: true, people: true }, law: "publishes without a valid approval" },
  answer_only: { scene: { ...CALM, workflow: "qa-proof" }, law: "makes a change where an answer was asked for" },
  scored_tree: { scene: { ...WORK, workers: 2, crashes: true, people: true }, law: "scores another tree than the one that there is" },
  consumed: { scene: CALM, law: "takes a hand-over up twice" },
  conflict: { scene: { ...CALM, workers: 2 }, law: "takes a hand-over up twice" },
  branch_compare: { scene: { ...WORK, workers: 2, crashes: true }, law: "takes a commit for another tree's" },
  retry_bound: { scene: TROUBLE, law: "tries a step for the third time" },
  qa_rounds: { scene: { ...WORK, iterations: 4, qaRounds: 1 }, law: "asks QA more often than its rounds" },
  iteration_limit: { scene: WORK, law: "goes beyond the limit of iterations" },
  stagnation: { scene: { ...WORK, iterations: 4 }, law: "goes on without progress" },
  budget: { scene: TROUBLE, law: "asks a model that the budget refused" },
  keeping: { scene: { ...CALM, crashes: true }, law: "leaves its best tree off the branch" },
  rejected_head: { scene: WORK, law: "shows QA a head that it rejected" },
  sent_back: { scene: { ...STEERED, work: true, iterations: 1 }, law: "shows again what was sent back", states: 45_000 },
  audit_before_qa: { scene: CALM, law: "goes to QA without an audit" },
  green_base: { scene: { ...CALM, gates: true }, law: "works on a base that is green already" },
  receipt: { scene: { ...CALM, github: true, people: true, workers: 2 }, law: "no end can be reached", states: 6_000 },
  rehearsal: { scene: { ...CALM, tried: "here" }, law: "asks about a plan that was not tried, or that was found broken" },
  unreadable: { scene: TROUBLE, law: "works on over a journal that cannot be read" },
  pause: { scene: STEERED, law: "works on though somebody asked for a pause" },
  step_mode: { scene: { ...STEERED, work: true, corrections: 0 }, law: "begins an iteration without the pause that was asked for" },
  redirect: { scene: STEERED, law: "works on over words that nobody weighed" },
  audit_after_block: { scene: { ...STEERED, trouble: true, corrections: 0 }, law: "works on after a block without another audit" },
  dependencies: { scene: { ...ATOMS, attempts: 3 }, law: "works on an atom before what it waits for" },
  alternatives: { scene: ATOMS, law: "works on an atom that is not needed" },
  atom_attempts: { scene: ATOMS, law: "tries an atom more often than it may" },
  split_depth: { scene: { ...ATOMS, iterations: 4 }, law: "splits an atom deeper than it may" },
  open_atoms: { scene: ATOMS, law: "shows work of which atoms are left" },
  lost_dispatch: { scene: { ...STEERED, github: true, trouble: true }, law: "no end can be reached", states: 6_000 },
};

const ROWS = Object.entries(GUARDS).map(([name, guard]) => ({ name: name as Switch, ...guard }));
const BOUNDS = { states: 30_000, violations: 1 };

it.each(ROWS)("finds that it $law, without $name", ({ name, scene, law, states = 30_000 }) => {
  const { violations } = search({ scene, system: SWITCHES[name](CORE) }, { states, violations: 1 });
  expect(violations.map((violation) => violation.law)).toContain(law);
});

it("sees all of a small world, from the issue to its end", () => {
  const { whole, stages, rules, violations } = search({ scene: { ...WORK, gates: true }, system: CORE }, { states: 30_000, violations: 1 });
  expect([whole, violations]).toEqual([true, []]);
  expect([...stages].sort()).toEqual(
    [
      ...["awaiting_approval", "completed", "failed", "halted", "hydrating", "needs_info"],
      ...["publishing", "reviewing", "running"],
    ].concat(["stopped", "verifying"]),
  );
  expect([...rules]).toContain("no_major_issues");
});

it("says what it saw, what it never reached, and the way to every violation", () => {
  const bad = search({ scene: CALM, system: SWITCHES.consumed(CORE) }, BOUNDS);
  const lines = linesOf(together([search({ scene: CALM, system: CORE }, BOUNDS), bad]));
  expect(lines[0]).toMatch(/^\d+ states, \d+ transitions, depth \d+; the bound ended it$/);
  expect(lines).toEqual(expect.arrayContaining(["  never: halted", "  takes a hand-over up twice", "    1. begins hydrate"]));
});

it.each(casesOf(3, ...ROWS))("finds nothing in the same world with $name", ({ scene }) => {
  expect(search({ scene, system: CORE }, { states: 1_500, violations: 1 }).violations).toEqual([]);
});

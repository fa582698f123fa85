/** Judges one landed change: whether it closed a bug, and what the gate says of its patch and of wrong ones. */
import type { TestRun } from "#core/analysis/test-results/test-run.ts";
import { isUndecidable } from "#core/analysis/test-results/test-run.ts";
import { backtestPlan } from "#core/backtest/backtest-plan.ts";
import type { Candidate } from "#core/backtest/candidate.ts";
import {
  type FixResult,
  isHarmless,
  type JudgedFix,
  type PatchVerdict,
  turnedGreen,
} from "#core/backtest/fix-result.ts";
import { type FixTrees, mayBeHarmless, type VariantTree } from "#core/backtest/variants.ts";
import type { Config } from "#core/config/config.ts";
import type { DetectedCommands } from "#core/detection/detected-commands.ts";
import type { Plan } from "#core/plan/plan.ts";
import { runTests } from "#loop/checks/on-tree/run-tests.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { type CheckedBase, checkedBase, checkHead } from "#loop/jobs/check-only.ts";
import type { Clock } from "#ports/clock.ts";
import { commandsFor, type FixCommands, type Undecided, undecided } from "./fix-commands.ts";
import { fixTreesOf, patchesOf, type TreeMaker } from "./fix-trees.ts";
import type { Setups } from "./setups.ts";
import { triedOnce } from "./tried-once.ts";

/** What judging needs. `reader` reads trees and sets nothing up. */
export interface FixNeeds extends Pick<TreeMaker, "edited"> {
  readonly reader: TreeMaker["workspace"];
  readonly setups: Setups;
  readonly config: Config;
  readonly clock: Clock;
}

/** Judges one change. Throws `Failure` and `Interrupted` as the workspace does. */
export type FixJudge = (candidate: Candidate, signal: AbortSignal) => Promise<FixResult>;

/** A judge that remembers how the last fix was tested: its neighbours are tested in the same way mostly. */
export function fixJudge(needs: FixNeeds): FixJudge {
  let last: DetectedCommands | null = null;
  return async (candidate, signal) => {
    const from = needs.clock.now();
    const trees = await fixTreesOf(candidate, { workspace: needs.reader, edited: needs.edited });
    const { workspace, clock } = triedOnce(await needs.setups(trees.parent), needs.clock);
    const timeout = backtestPlan({ candidate, tree: trees.red, commands: NO_COMMANDS, red: [] }, needs.config).limits;
    const search = { workspace, tree: trees.parent, config: needs.config, last, timeout: timeout.checkMs, signal };
    const found = await commandsFor({ ...search, now: () => needs.clock.now() });
    if (found.kind === "commands") last = found.commands;
    const said =
      found.kind === "undecided"
        ? found
        : await decided({ ...needs, candidate, trees, found, signal, workspace, clock });
    return { ...said, ms: Math.max(0, needs.clock.now() - from) };
  };
}

const NO_COMMANDS: DetectedCommands = {
  setup: [],
  checks: { test: null, build: null, lint: null, types: null, format: null },
  reasons: [],
};

interface Case extends Omit<FixNeeds, "setups">, TreeMaker {
  readonly candidate: Candidate;
  readonly trees: FixTrees;
  readonly found: FixCommands;
  readonly signal: AbortSignal;
}

type Decided = Omit<JudgedFix, "ms"> | Undecided | { readonly kind: "no_fix" };

async function decided(one: Case): Promise<Decided> {
  const { candidate, trees, found, config } = one;
  const planned = (red: readonly string[]): Plan =>
    backtestPlan({ candidate, tree: trees.red, commands: found.commands, red }, config);
  const turned = await turnedGreenIn(one, planned([]));
  if (turned.kind !== "turned") return turned;
  const plan = planned(turned.red);
  const base = await checkedBase(plan, one);
  if (base.against.length > 0) return undecided("gate", base.against.join("\n"));
  const { fix, red } = turned;
  return { kind: "judged", red: red.length, variants: await verdictsOf(one, { plan, base, fix }) };
}

/** The tests that the fix turned green, and all that its own run shows. */
interface Turned {
  readonly kind: "turned";
  readonly red: readonly string[];
  readonly fix: TestRun;
}

async function turnedGreenIn(one: Case, plan: Plan): Promise<Turned | Exclude<Decided, { readonly kind: "judged" }>> {
  const { run: fix, isSlow } = await shownBy(one, plan, one.trees.fix);
  if (fix.names === null) return undecided(isSlow ? "slow" : fix.green ? "unnamed" : "red", fix.details);
  const { run: before } = await shownBy(one, plan, one.trees.red);
  if (isUndecidable(before)) return undecided("unloaded", before.details);
  const red = turnedGreen(before, fix);
  if (red.length > 0) return { kind: "turned", red, fix };
  return fix.green ? { kind: "no_fix" } : undecided("red", fix.details);
}

/** What the tests show on a tree, and whether they took all the time that one run of them has. */
async function shownBy(
  one: Case,
  plan: Plan,
  tree: string,
): Promise<{ readonly run: TestRun; readonly isSlow: boolean }> {
  const { workspace, signal, clock, found } = one;
  const from = clock.now();
  const nothing = { baseTests: null, added: [], hidden: [], judgedBy: null };
  const subject: CheckSubject = { plan, tree, workspace, signal, clock, ...nothing };
  const run = await runTests(subject, found.test);
  return { run, isSlow: clock.now() - from >= plan.limits.checkMs };
}

interface Known {
  readonly plan: Plan;
  readonly base: CheckedBase;
  readonly fix: TestRun;
}

async function verdictsOf(one: Case, known: Known): Promise<JudgedFix["variants"]> {
  const none: PatchVerdict = { kind: "impossible" };
  const made = await patchesOf(one.candidate, one.trees, { ...one, workspace: one.reader }, one.config.tests);
  let verdicts = { fix: none, nothing: none, tests: none, deleted: none, emptied: none, half: none, broken: none };
  for (const patch of made) verdicts = { ...verdicts, [patch.variant]: await verdictOn(one, patch, known) };
  return verdicts;
}

async function verdictOn(one: Case, { variant, tree, edits }: VariantTree, known: Known): Promise<PatchVerdict> {
  const head = edits.length === 0 ? tree : await one.edited(tree, edits);
  if (mayBeHarmless(variant) && isHarmless((await shownBy(one, known.plan, head)).run, known.fix))
    return { kind: "harmless" };
  const { accepted, reasons } = await checkHead(known.plan, head, { ...one, ...known.base });
  return accepted ? { kind: "accepted" } : { kind: "refused", reasons: reasons.slice(0, 5) };
}

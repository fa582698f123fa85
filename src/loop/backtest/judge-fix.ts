/** Judges one landed change: whether it closed a bug, and what the gate says of its patch and of wrong ones. */
import type { TestException } from "#core/analysis/test-blocks/test-exception.ts";
import { suppressionsIn } from "#core/analysis/test-guard/suppressions.ts";
import type { TestRun } from "#core/analysis/test-results/test-run.ts";
import { backtestPlan } from "#core/backtest/backtest-plan.ts";
import type { Candidate } from "#core/backtest/candidate.ts";
import {
  type FixResult,
  isHarmless,
  type JudgedFix,
  type PatchVerdict,
  type Undecided,
  undecided,
} from "#core/backtest/fix-result.ts";
import { turnedBy } from "#core/backtest/turned.ts";
import { type FixTrees, mayBeHarmless, type VariantTree } from "#core/backtest/variants.ts";
import type { Config } from "#core/config/config.ts";
import type { DetectedCommands } from "#core/detection/detected-commands.ts";
import type { Plan } from "#core/plan/plan.ts";
import { changedTextsOf } from "#loop/checks/on-tree/changed-texts.ts";
import { type CheckedBase, checkedBase, checkHead } from "#loop/jobs/check-only.ts";
import type { Clock } from "#ports/clock.ts";
import type { Workspace } from "#ports/workspace.ts";
import { excusesIn, isOnlyBite } from "./excuses.ts";
import { commandsFor } from "./fix-commands.ts";
import { bareSubject, runsAround, shownBy, type TestedFix } from "./fix-runs.ts";
import { fixTreesOf, patchesOf } from "./fix-trees.ts";
import type { Setups } from "./setups.ts";
import { triedOnce } from "./tried-once.ts";

/** What judging needs. `reader` reads trees and sets nothing up. */
export interface FixNeeds {
  readonly reader: Workspace;
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
    const trees = await fixTreesOf(candidate, needs.reader);
    const { workspace, clock } = triedOnce(await needs.setups(trees.parent), needs.clock);
    const timeout = backtestPlan(
      { candidate, tree: trees.red, commands: NO_COMMANDS, red: [], suppressions: 0 },
      needs.config,
    ).limits;
    const search = { workspace, tree: trees.parent, config: needs.config, last, timeout: timeout.checkMs, signal };
    const found = await commandsFor({ ...search, now: () => needs.clock.now() });
    if (found.kind === "commands") last = found.commands;
    const said =
      found.kind === "undecided"
        ? found
        : await decided({ ...needs, ...found, candidate, trees, signal, workspace, clock });
    return { ...said, ms: Math.max(0, needs.clock.now() - from) };
  };
}

const NO_COMMANDS: DetectedCommands = {
  setup: [],
  checks: { test: null, build: null, lint: null, types: null, format: null },
  reasons: [],
};

interface Case extends Omit<FixNeeds, "setups">, TestedFix {
  readonly candidate: Candidate;
  readonly trees: FixTrees;
  readonly commands: DetectedCommands;
}

type Decided = Omit<JudgedFix, "ms"> | Undecided | { readonly kind: "no_fix" };

async function decided(one: Case): Promise<Decided> {
  const { candidate, trees, commands, config } = one;
  const fixed = { candidate, tree: trees.red, commands };
  const bare = backtestPlan({ ...fixed, red: [], suppressions: 0 }, config);
  const { run: fix, isSlow } = await shownBy(one, bare, trees.fix);
  if (fix.names === null) return undecided(isSlow ? "slow" : fix.green ? "unnamed" : "red", fix.details);
  const runs = await runsAround(one, bare, trees, fix);
  const turned = turnedBy(runs);
  if (turned.kind !== "turned") return turned;
  const changes = await changedTextsOf(bareSubject(one, bare, trees.fix));
  const red = [...turned.red, ...turned.brought];
  const plan = backtestPlan({ ...fixed, red, suppressions: suppressionsIn(changes).added.length }, config);
  const base = await checkedBase(plan, one, turned.before);
  if (base.against.length > 0) return undecided("gate", base.against.join("\n"));
  return { kind: "judged", red: turned.red.length, ...(await judgedBy(one, { plan, base, held: runs.held })) };
}

interface Known {
  readonly plan: Plan;
  readonly base: CheckedBase;
  readonly held: TestRun;
}

/** The true fix first: where a plan must name tests so that it is taken, the others are judged with that plan, too. */
async function judgedBy(one: Case, known: Known): Promise<Pick<JudgedFix, "excused" | "variants">> {
  const trueFix: VariantTree = { variant: "fix", tree: one.trees.fix, edits: [] };
  const bare = await verdictOn(one, trueFix, known);
  const excused = isOnlyBite(bare) ? await excusesFor(one, known) : [];
  if (excused.length > 0) {
    const asked = { ...known, plan: { ...known.plan, expectedTestChanges: [...excused] } };
    const fix = await verdictOn(one, trueFix, asked);
    if (fix.kind === "accepted") return { excused: [...excused], variants: await verdictsOf(one, asked, fix) };
  }
  return { excused: [], variants: await verdictsOf(one, known, bare) };
}

function excusesFor(one: Case, { plan, base }: Known): Promise<readonly TestException[]> {
  return excusesIn({ ...bareSubject(one, plan, one.trees.fix), baseTests: base.baseTests }, one.test);
}

async function verdictsOf(one: Case, known: Known, fix: PatchVerdict): Promise<JudgedFix["variants"]> {
  const none: PatchVerdict = { kind: "impossible" };
  const made = await patchesOf(one.candidate, one.trees, one.reader, one.config.tests);
  let verdicts = { fix, nothing: none, tests: none, deleted: none, emptied: none, half: none, broken: none };
  for (const patch of made) verdicts = { ...verdicts, [patch.variant]: await verdictOn(one, patch, known) };
  return verdicts;
}

async function verdictOn(one: Case, { variant, tree, edits }: VariantTree, known: Known): Promise<PatchVerdict> {
  const head = await one.reader.edited(tree, edits);
  if (mayBeHarmless(variant) && isHarmless((await shownBy(one, known.plan, head)).run, known.held))
    return { kind: "harmless" };
  const { accepted, reasons } = await checkHead(known.plan, head, { ...one, ...known.base });
  return accepted ? { kind: "accepted" } : { kind: "refused", reasons: reasons.slice(0, 5) };
}

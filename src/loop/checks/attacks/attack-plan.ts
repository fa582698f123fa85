/** Attacks a plan before anybody is asked to approve it: wrong patches are made, and its rules are run on them. */
import type { Attack } from "#core/attacks/attack.ts";
import { type AttackVerdict, attackVerdict, drivenRules } from "#core/attacks/attack-verdict.ts";
import type { AttackBase } from "#core/attacks/demands/attack-base.ts";
import { openRules } from "#core/attacks/open-rules.ts";
import { entailsSlipped, slippedOf } from "#core/attacks/slipped.ts";
import type { Plan } from "#core/plan/plan.ts";
import type { PlanAttacks } from "#core/plan/plan-attacks.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { RuleResult } from "#core/rules/score.ts";
import { attackMsOf } from "#core/values/limits.ts";
import { checkRules } from "#loop/checks/check-rules.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { inParallel } from "#loop/context/parallel.ts";
import { attackBaseOf } from "./attack-base.ts";
import { attacksIn } from "./attacks-in.ts";
import { patchedTree } from "./patched-tree.ts";

/** The part of the time after which nothing is begun, and no command goes on: to end it all takes time as well. */
const IN_TIME = 0.9;

/** What is known of the base. `work`: the tree of what an earlier iteration did; null where there is none. */
export interface KnownBase {
  readonly results: readonly RuleResult[];
  readonly work: string | null;
}

/**
 * What would slip through the rules of the subject's plan, its tree being the base; undefined where the limit is 0. No
 * attack is begun, and no command goes on, once the time is over. Throws as the workspace does.
 */
export async function attackPlan(subject: CheckSubject, known: KnownBase): Promise<PlanAttacks | undefined> {
  const limit = attackMsOf(subject.plan.limits);
  if (limit === 0) return undefined;
  const { clock } = subject;
  const from = clock.now();
  const base = await attackBaseOf(subject, known.results);
  const attacks = await attacksIn(subject, base, known.work);
  const left = (): number => from + limit * IN_TIME - clock.now();
  const ended = await verdictsOn(subject, attacks, { base, left });
  const told = (verdict: AttackVerdict): PlanAttacks["slipped"] =>
    attacks.filter((one) => ended.get(one) === verdict).map((one) => slippedOf(one, base));
  return {
    tried: [...ended.values()].filter((verdict) => verdict !== "undecided").length,
    slipped: told("slipped"),
    judged: told("judged"),
    untried: [...new Set(told("undecided").map(({ name }) => name))],
    ms: Math.max(0, clock.now() - from),
  };
}

/**
 * The verdict on each that can be made and says something new: as many at a time as commands may run. What is known of
 * an attack before it spares those that follow from it, as if one were tried after the other.
 */
async function verdictsOn(
  subject: CheckSubject,
  attacks: readonly Attack[],
  trial: Trial,
): Promise<ReadonlyMap<Attack, AttackVerdict>> {
  const { parallel } = subject.plan.limits;
  const ended = new Map<Attack, AttackVerdict>();
  const saysNothingNew = (attack: Attack): boolean => entailsSlipped(attack, throughIn(ended));
  for (let from = 0; from < attacks.length; from += parallel) {
    const batch = attacks.slice(from, from + parallel).filter((attack) => !saysNothingNew(attack));
    const tried = await inParallel(parallel, batch, async (attack) => {
      const verdict = trial.left() <= 0 ? "undecided" : await verdictOn(subject, attack, trial);
      return { attack, verdict };
    });
    for (const { attack, verdict } of tried)
      if (verdict !== null && !saysNothingNew(attack)) ended.set(attack, verdict);
  }
  return ended;
}

function throughIn(ended: ReadonlyMap<Attack, AttackVerdict>): readonly Attack[] {
  return [...ended].flatMap(([attack, verdict]) => (verdict === "slipped" || verdict === "judged" ? [attack] : []));
}

interface Trial {
  readonly base: AttackBase;
  /** Milliseconds. */
  readonly left: () => number;
}

/**
 * Null for a patch that cannot be made. The rules that must turn green are tried first, one at a time: most attacks end
 * at the first.
 */
async function verdictOn(
  subject: CheckSubject,
  { edits }: Attack,
  { base, left }: Trial,
): Promise<AttackVerdict | null> {
  const { plan, workspace } = subject;
  const tree = await patchedTree(workspace, plan.base.tree, edits);
  if (tree === null) return null;
  const results: RuleResult[] = [];
  for (const rule of inTurn(plan, openRules(base))) {
    if (left() <= 0) return "undecided";
    const found = await checkRules({ ...subject, tree, plan: boundedBy(plan, left()) }, [rule]);
    results.push(...found);
    if (rule.severity === "fail" && !found.some(({ verdict }) => verdict === "pass")) break;
  }
  return attackVerdict(plan, results, left() <= 0);
}

/** The driven rules in the order in which they are tried; those on the tests come late, because they take long. */
function inTurn(plan: Plan, open: readonly Rule[]): readonly Rule[] {
  const placeOf = (rule: Rule): number => {
    if (open.includes(rule)) return 0;
    if (rule.check.kind === "tests_bite") return 3;
    return rule.check.kind === "tests" ? 2 : 1;
  };
  return drivenRules(plan).toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The plan with as much time for a command as is left, and with no other faults than those that are known. */
function boundedBy(plan: Plan, left: number): Plan {
  const { limits, rehearsal } = plan;
  const checkMs = Math.max(1, Math.min(limits.checkMs, Math.ceil(left)));
  return { ...plan, limits: { ...limits, checkMs, bite: rehearsal?.bite?.found.length ?? 0 } };
}

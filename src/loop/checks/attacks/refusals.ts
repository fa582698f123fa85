/** Tries hidden checks on the wrong patches that slipped through a plan: those that refuse one close the gap. */
import { slippedOf } from "#core/attacks/slipped.ts";
import type { HiddenCheck } from "#core/events/data/iteration.ts";
import { printsExpected } from "#core/iteration/hidden-checks.ts";
import type { AttackName, SlippedAttack } from "#core/plan/plan-attacks.ts";
import { attackMsOf } from "#core/values/limits.ts";
import { runCommand } from "#loop/checks/on-tree/run-command.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { inParallel } from "#loop/context/parallel.ts";
import { attackBaseOf } from "./attack-base.ts";
import { attacksIn } from "./attacks-in.ts";
import { patchedTree } from "./patched-tree.ts";

/**
 * The checks, each with the kinds of patches that it was seen to refuse: its command ends with another output on every
 * patch of the kind that slipped through. None is tried once as much time is over as the attacks may take. Throws as
 * the workspace does.
 */
export async function withRefusals(
  subject: CheckSubject,
  checks: readonly HiddenCheck[],
): Promise<readonly HiddenCheck[]> {
  const { plan, clock } = subject;
  if ((plan.rehearsal?.attacks?.slipped ?? []).length === 0 || checks.length === 0) return checks;
  const until = clock.now() + attackMsOf(plan.limits);
  const isOver = (): boolean => clock.now() > until;
  const trees = await slippedTrees(subject, isOver);
  return inParallel(1, checks, async (check) => {
    const refuses: AttackName[] = [];
    for (const [name, patched] of trees)
      if (await refusesAll(patched, isOver, (tree) => holds({ ...subject, tree }, check))) refuses.push(name);
    return refuses.length === 0 ? check : { ...check, refuses };
  });
}

type SlippedTrees = ReadonlyMap<AttackName, readonly (string | null)[]>;

/** The patches that slipped through, made anew; null for one that cannot be. */
async function slippedTrees(subject: CheckSubject, isOver: () => boolean): Promise<SlippedTrees> {
  const { plan, workspace } = subject;
  const { tree } = plan.base;
  const base = await attackBaseOf({ ...subject, tree }, plan.rehearsal?.results ?? []);
  const attacks = await attacksIn({ ...subject, tree }, base, null);
  const trees = new Map<AttackName, readonly (string | null)[]>();
  for (const slipped of plan.rehearsal?.attacks?.slipped ?? []) {
    const attack = attacks.find((one) => isTold(slipped, slippedOf(one, base)));
    const made = attack === undefined || isOver() ? null : await patchedTree(workspace, tree, attack.edits);
    trees.set(slipped.name, [...(trees.get(slipped.name) ?? []), made]);
  }
  return trees;
}

function isTold(one: SlippedAttack, other: SlippedAttack): boolean {
  const isSameLine = one.line === other.line;
  return one.name === other.name && isSameLine && one.paths.join("\n") === other.paths.join("\n");
}

async function refusesAll(
  trees: readonly (string | null)[],
  isOver: () => boolean,
  holdsOn: (tree: string) => Promise<boolean>,
): Promise<boolean> {
  for (const tree of trees) if (tree === null || isOver() || (await holdsOn(tree))) return false;
  return true;
}

async function holds(subject: CheckSubject, { run, expects }: HiddenCheck): Promise<boolean> {
  const { ok, result } = await runCommand(subject, { run });
  return ok && printsExpected({ expects }, result.stdout);
}

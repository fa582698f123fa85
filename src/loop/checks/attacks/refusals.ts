/** Tries hidden checks on the wrong patches that slipped through a plan: those that refuse one close the gap. */
import { attacksOf } from "#core/attacks/attacks-of.ts";
import type { HiddenCheck } from "#core/events/data/iteration.ts";
import { printsExpected } from "#core/iteration/hidden-checks.ts";
import type { AttackName } from "#core/plan/plan-attacks.ts";
import { attackMsOf } from "#core/values/limits.ts";
import { runCommand } from "#loop/checks/on-tree/run-command.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";
import { inParallel } from "#loop/context/parallel.ts";
import { attackGroundOf } from "./attack-ground.ts";
import { editedTree } from "./edited-tree.ts";

/**
 * The checks, each with the patches that it was seen to refuse: its command ends with another output there. None is
 * tried once as much time is over as the attacks may take. Throws as the workspace does.
 */
export async function withRefusals(
  subject: CheckSubject,
  checks: readonly HiddenCheck[],
): Promise<readonly HiddenCheck[]> {
  const { plan, clock, workspace } = subject;
  const slipped = plan.rehearsal?.attacks?.slipped ?? [];
  if (slipped.length === 0 || checks.length === 0) return checks;
  const until = clock.now() + attackMsOf(plan.limits);
  const ground = await attackGroundOf({ ...subject, tree: plan.base.tree }, plan.rehearsal?.results ?? []);
  const names = new Set(slipped.map(({ name }) => name));
  const trees: [AttackName, string][] = [];
  for (const { name, edits } of attacksOf(ground).filter((attack) => names.has(attack.name))) {
    const tree = clock.now() > until ? null : await editedTree(workspace, plan.base.tree, edits);
    if (tree !== null) trees.push([name, tree]);
  }
  return inParallel(1, checks, async (check) => {
    const refuses = new Set<AttackName>();
    for (const [name, tree] of trees)
      if (clock.now() <= until && !(await holds({ ...subject, tree }, check))) refuses.add(name);
    return refuses.size === 0 ? check : { ...check, refuses: [...refuses] };
  });
}

async function holds(subject: CheckSubject, { run, expects }: HiddenCheck): Promise<boolean> {
  const { ok, result } = await runCommand(subject, { run });
  return ok && printsExpected({ expects }, result.stdout);
}

/** Reads from the base what attacks on a plan are made from. */
import type { AttackBase } from "#core/attacks/demands/attack-base.ts";
import { filesThere, isTestOf, mayTouch } from "#core/attacks/demands/named-files.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { RuleResult } from "#core/rules/score.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";

/** Files that are read at most, those that rules name first. */
const MOST = 80;

/** What a plan is attacked from. `results`: what its rules show on the base. Throws `Failure("git")`. */
export async function attackBaseOf(
  { plan, workspace }: CheckSubject,
  results: readonly RuleResult[],
): Promise<AttackBase> {
  const { tree } = plan.base;
  const paths = await workspace.paths(tree);
  const texts = new Map<string, string>();
  const read = async (wanted: readonly string[]): Promise<void> => {
    for (const path of wanted) {
      const text = texts.size >= MOST || texts.has(path) ? null : await workspace.textAt(tree, path);
      if (text !== null && !text.includes("\uFFFD")) texts.set(path, text);
    }
  };
  const base = { plan, results, paths, texts };
  const named = plan.rules.flatMap(({ check }) => filesThere(commandIn(check), "", base));
  await read(["package.json", ...named].filter((path) => paths.includes(path)));
  const scripts = [...texts].filter(([path]) => isTestOf(base, path) || !mayTouch(base, path));
  await read(scripts.flatMap(([path, text]) => filesThere(text, path, base)).filter((path) => mayTouch(base, path)));
  await read(paths.filter((path) => mayTouch(base, path)));
  return base;
}

function commandIn(check: Rule["check"]): string {
  return "run" in check ? check.run : "path" in check ? check.path : "";
}

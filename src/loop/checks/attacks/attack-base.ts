/** Reads from the base what attacks on a plan are made from. */
import type { AttackGround } from "#core/attacks/attack.ts";
import { filesThere, isTestOf, mayTouch } from "#core/attacks/named-files.ts";
import type { Rule } from "#core/rules/rule.ts";
import type { RuleResult } from "#core/rules/score.ts";
import type { CheckSubject } from "#loop/checks/on-tree/subject.ts";

/** Files that are read at most, those that rules name first. */
const MOST = 80;

/** What a plan is attacked from. `results`: what its rules show on the base. Throws `Failure("git")`. */
export async function attackBaseOf(
  { plan, workspace }: CheckSubject,
  results: readonly RuleResult[],
): Promise<AttackGround> {
  const { tree } = plan.base;
  const paths = await workspace.paths(tree);
  const texts = new Map<string, string>();
  const read = async (wanted: readonly string[]): Promise<void> => {
    for (const path of wanted) {
      const text = texts.size >= MOST || texts.has(path) ? null : await workspace.textAt(tree, path);
      if (text !== null && !text.includes("\uFFFD")) texts.set(path, text);
    }
  };
  const ground = { plan, results, paths, texts };
  const named = plan.rules.flatMap(({ check }) => filesThere(commandIn(check), "", ground));
  await read(["package.json", ...named].filter((path) => paths.includes(path)));
  const scripts = [...texts].filter(([path]) => isTestOf(ground, path) || !mayTouch(ground, path));
  await read(
    scripts.flatMap(([path, text]) => filesThere(text, path, ground)).filter((path) => mayTouch(ground, path)),
  );
  await read(paths.filter((path) => mayTouch(ground, path)));
  return ground;
}

function commandIn(check: Rule["check"]): string {
  return "run" in check ? check.run : "path" in check ? check.path : "";
}

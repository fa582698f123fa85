/** Makes the tree that the commands of a check see: the work, with the texts and the faults of the check. */
import type { Mutant } from "#core/analysis/test-guard/mutants.ts";
import { planted } from "#core/analysis/test-guard/planted.ts";
import type { CheckSubject } from "./subject.ts";

/** The tree with one fault; null where it cannot be planted. Throws as the workspace does. */
export async function treeWithFault(
  { workspace, tree }: Pick<CheckSubject, "workspace" | "tree">,
  fault: Mutant,
): Promise<string | null> {
  const text = planted((await workspace.textAt(tree, fault.path)) ?? "", fault);
  return text === null ? null : workspace.edited(tree, [{ path: fault.path, text }]);
}

/** The tree that commands see. Throws as the workspace does, and an error where a fault's line is another one. */
export async function seenTree({
  workspace,
  tree,
  texts,
  faults,
}: Pick<CheckSubject, "workspace" | "tree" | "texts" | "faults">): Promise<string> {
  const edited = new Map(texts ?? []);
  for (const fault of faults ?? []) {
    const { path, line } = fault;
    const text = planted(edited.get(path) ?? (await workspace.textAt(tree, path)) ?? "", fault);
    if (text === null) throw new Error(`bug: ${path}:${line} is another line than the fault is for`);
    edited.set(path, text);
  }
  return workspace.edited(
    tree,
    [...edited].map(([path, text]) => ({ path, text })),
  );
}

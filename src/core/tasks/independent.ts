/** Finds out whether atoms of a plan do not wait for each other, so that they can be worked on side by side. */
import { type Atom, dependencyNodeOf } from "./atom.ts";

/**
 * True where two atoms are there of which neither waits for the other, directly or through others. Alternatives are
 * never done side by side: one of them is enough.
 */
export function haveIndependent(atoms: readonly Atom[]): boolean {
  return atoms.some((a) =>
    atoms.some((b) => {
      const [one, other] = [dependencyNodeOf(a), dependencyNodeOf(b)];
      return one !== other && !neededBy(atoms, one).has(other) && !neededBy(atoms, other).has(one);
    }),
  );
}

/** All nodes that a node waits for; a group is one node. */
function neededBy(atoms: readonly Atom[], node: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (from: string): void => {
    const ids = atoms.filter((atom) => dependencyNodeOf(atom) === from).flatMap(({ dependsOn }) => dependsOn);
    for (const needed of atoms.filter(({ id }) => ids.includes(id)).map(dependencyNodeOf)) {
      if (found.has(needed)) continue;
      found.add(needed);
      add(needed);
    }
  };
  add(node);
  return found;
}

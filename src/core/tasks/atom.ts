/** Atoms: the smallest tasks of a plan, with what each waits for and which are alternatives. */
import * as z from "zod";
import { boundedText } from "#core/values/bounded-text.ts";

/** `A1`, `A2` …, in capitals however they are written; the parts of an atom that was split are `A2.1`, `A2.2` … */
export const AtomId = z
  .string()
  .overwrite((id) => id.trim().toUpperCase())
  .regex(/^A[1-9]\d?(?:\.[1-9]){0,5}$/, "must look like A1");
export type AtomId = z.infer<typeof AtomId>;

/** The name of a group of alternatives; in lower case, so that it is never taken for an atom. */
export const GroupName = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, "must look like storage or file-format");

/**
 * `dependsOn`: all of them must be resolved first. `group`: atoms of one group are alternatives. `doubtful`: a probe
 * comes before the first attempt.
 */
export const Atom = z.strictObject({
  id: AtomId,
  description: boundedText(500),
  dependsOn: z.array(AtomId).max(16),
  group: GroupName.nullable(),
  doubtful: z.boolean(),
  /** 1 comes first. */
  priority: z.literal([1, 2, 3]),
});
export type Atom = z.infer<typeof Atom>;

/** The atoms of a plan: at least one, no circle, no unknown id. The messages name the atoms. */
export const Atoms = z
  .array(Atom)
  .min(1)
  .max(12)
  .superRefine((atoms, context) => {
    for (const message of atomProblemsOf(atoms)) context.addIssue({ code: "custom", message });
  });

/** The findings of a probe, which reads and changes nothing. `cost`: low is within an hour, medium within four. */
export const Probe = z.strictObject({
  feasible: z.boolean(),
  findings: boundedText(1500),
  cost: z.enum(["low", "medium", "high"]),
  risks: z.array(boundedText(300)).max(5),
  recommendations: z.array(boundedText(300)).max(5),
  files: z.array(z.string().max(300)).max(10),
});
export type Probe = z.infer<typeof Probe>;

/** The result of a resolved atom. `artifacts` are the paths that the diff shows, never what a worker claims. */
export const Binding = z.strictObject({ summary: boundedText(1000), artifacts: z.array(z.string()).max(500) });
export type Binding = z.infer<typeof Binding>;

/** The node that others wait for: the group of an atom where it has one, because any member will do; else its id. */
export function dependencyNodeOf({ id, group }: Pick<Atom, "id" | "group">): string {
  return group ?? id;
}

/** Every reason against these atoms, as sentences; empty when they can be carried out. */
export function atomProblemsOf(atoms: readonly Atom[]): readonly string[] {
  const ids = atoms.map(({ id }) => id);
  const doubled = ids.filter((id, index) => ids.indexOf(id) !== index);
  const unknown = atoms.flatMap(({ id, dependsOn }) =>
    dependsOn.filter((other) => !ids.includes(other)).map((other) => `${id} depends on ${other}, which does not exist`),
  );
  const circle = circleIn(atoms);
  return [
    ...[...new Set(doubled)].map((id) => `two atoms have the id ${id}`),
    ...unknown,
    ...(circle === null ? [] : [`the dependencies go in a circle: ${circle.join(" → ")}`]),
  ];
}

/** The path of a circle, its first node again at the end; null where there is none. Groups count as one node each. */
function circleIn(atoms: readonly Atom[]): readonly string[] | null {
  const byId = new Map(atoms.map((atom) => [atom.id, atom]));
  const needs = (node: string): readonly string[] =>
    atoms
      .filter((atom) => dependencyNodeOf(atom) === node)
      .flatMap(({ dependsOn }) => dependsOn.flatMap((id) => targetOf(byId.get(id))));
  const clear = new Set<string>();
  const walk = (node: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (clear.has(node)) return null;
    for (const needed of needs(node)) {
      const circle = walk(needed, [...path, node]);
      if (circle !== null) return circle;
    }
    clear.add(node);
    return null;
  };
  for (const atom of atoms) {
    const circle = walk(dependencyNodeOf(atom), []);
    if (circle !== null) return circle;
  }
  return null;
}

function targetOf(atom: Atom | undefined): readonly string[] {
  return atom === undefined ? [] : [dependencyNodeOf(atom)];
}

/** The built-in roles, and how a repository's own role files take their place (architecture 3). */
import answerer from "./roles/answerer.yaml";
import auditor from "./roles/auditor.yaml";
import critique from "./roles/critique.yaml";
import evaluator from "./roles/evaluator.yaml";
import hydrator from "./roles/hydrator.yaml";
import investigator from "./roles/investigator.yaml";
import planCritic from "./roles/plan-critic.yaml";
import planner from "./roles/planner.yaml";
import preparer from "./roles/preparer.yaml";
import qaVerifier from "./roles/qa-verifier.yaml";
import refiner from "./roles/refiner.yaml";
import reflector from "./roles/reflector.yaml";
import worker from "./roles/worker.yaml";
import { parseSpec, type RoleName, Spec } from "./spec.ts";

const FILES: Readonly<Record<RoleName, unknown>> = {
  hydrator,
  "plan-critic": planCritic,
  answerer,
  investigator,
  planner,
  worker,
  preparer,
  evaluator,
  critique,
  refiner,
  auditor,
  "qa-verifier": qaVerifier,
  reflector,
};

/** A role file of a repository: its path, for messages, and its text, read from the base branch only. */
export interface RoleFile {
  readonly file: string;
  readonly text: string;
}

/** All roles of behaviours 6.5 as they come with the product. Throws on a bug. */
export function builtInRoles(): ReadonlyMap<RoleName, Spec> {
  const specs = Object.values(FILES).map((file) => Spec.parse(file));
  return new Map(specs.map((spec) => [spec.name, spec]));
}

/**
 * The roles with those of the files in their place. Throws an `Error` that names the file when one cannot be read, names no role of
 * ours, names one that another file has named, or gives a role a tool that it does not have (a verifier that can write verifies
 * nothing: S0.48, C3.15).
 */
export function withOverrides(roles: ReadonlyMap<RoleName, Spec>, files: readonly RoleFile[]): ReadonlyMap<RoleName, Spec> {
  const merged = new Map(roles);
  const owners = new Map<RoleName, string>();
  for (const { file, text } of files) {
    const spec = parseSpec(file, text);
    const owner = owners.get(spec.name);
    if (owner !== undefined) throw new Error(`${file}: the role ${spec.name} is already set by ${owner}; keep one of the two files`);
    const allowed = roles.get(spec.name)?.tools ?? [];
    const extra = spec.tools.filter((tool) => !allowed.includes(tool));
    if (extra.length > 0)
      throw new Error(
        `${file}: the role ${spec.name} may not have ${extra.join(", ")}; leave it out (it may have: ${allowed.join(", ") || "none"})`,
      );
    owners.set(spec.name, file);
    merged.set(spec.name, spec);
  }
  return merged;
}

/** The built-in roles, and how a repository's own role files take their place (architecture 3). */
import answerer from "./roles/answerer.yaml";
import auditor from "./roles/auditor.yaml";
import coordinator from "./roles/coordinator.yaml";
import critique from "./roles/critique.yaml";
import decomposer from "./roles/decomposer.yaml";
import evaluator from "./roles/evaluator.yaml";
import hydrator from "./roles/hydrator.yaml";
import investigator from "./roles/investigator.yaml";
import planCritic from "./roles/plan-critic.yaml";
import planner from "./roles/planner.yaml";
import preparer from "./roles/preparer.yaml";
import probe from "./roles/probe.yaml";
import qaVerifier from "./roles/qa-verifier.yaml";
import refiner from "./roles/refiner.yaml";
import reflector from "./roles/reflector.yaml";
import worker from "./roles/worker.yaml";
import { builtInRole, parseRole, type Role, type RoleName } from "./spec.ts";
import { merged, refuseMore, type SpecFile } from "./spec-files.ts";

const FILES: Readonly<Record<RoleName, unknown>> = {
  hydrator,
  "plan-critic": planCritic,
  coordinator,
  answerer,
  investigator,
  planner,
  worker,
  probe,
  decomposer,
  preparer,
  evaluator,
  critique,
  refiner,
  auditor,
  "qa-verifier": qaVerifier,
  reflector,
};

/** All roles of behaviours 6.5 as they come with the product. Throws on a bug. */
export function builtInRoles(): ReadonlyMap<RoleName, Role> {
  const roles = Object.values(FILES).map(builtInRole);
  return new Map(roles.map((role) => [role.name, role]));
}

/**
 * The roles with those of the files in their place. Throws as `merged`, and for a role that names agents: those of a run work alone, so
 * that each of their tool calls is one that the auditor may draw.
 */
export function withOverrides(roles: ReadonlyMap<RoleName, Role>, files: readonly SpecFile[]): ReadonlyMap<RoleName, Role> {
  const parse = (file: string, text: string): Role => {
    const role = parseRole(file, text);
    refuseMore({ file, word: "role", name: role.name }, role.agents, []);
    return role;
  };
  return merged({ built: roles, files, parse, word: "role" });
}

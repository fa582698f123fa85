/** Provides the built-in roles, with a repository's own role files in their place. */
import answerer from "#agent/roles/answerer.yaml";
import auditor from "#agent/roles/auditor.yaml";
import coordinator from "#agent/roles/coordinator.yaml";
import critique from "#agent/roles/critique.yaml";
import decomposer from "#agent/roles/decomposer.yaml";
import evaluator from "#agent/roles/evaluator.yaml";
import hydrator from "#agent/roles/hydrator.yaml";
import investigator from "#agent/roles/investigator.yaml";
import planCritic from "#agent/roles/plan-critic.yaml";
import planner from "#agent/roles/planner.yaml";
import preparer from "#agent/roles/preparer.yaml";
import probe from "#agent/roles/probe.yaml";
import qaVerifier from "#agent/roles/qa-verifier.yaml";
import refiner from "#agent/roles/refiner.yaml";
import reflector from "#agent/roles/reflector.yaml";
import worker from "#agent/roles/worker.yaml";
import type { RoleName } from "#core/config/role-settings.ts";
import { builtInRole, parseRole, type Role } from "./spec.ts";
import { mergeSpecFiles, refuseWiderSpec, type SpecFile } from "./spec-files.ts";

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

/** All roles as they come with the product. Throws on a bug. */
export function builtInRoles(): ReadonlyMap<RoleName, Role> {
  const roles = Object.values(FILES).map(builtInRole);
  return new Map(roles.map((role) => [role.name, role]));
}

/**
 * The roles, with those of the files in their place. Throws as `mergeSpecFiles`, and for a role that names agents:
 * roles of a run do not delegate, so that the auditor can check each of their tool calls.
 */
export function withOverrides(
  roles: ReadonlyMap<RoleName, Role>,
  files: readonly SpecFile[],
): ReadonlyMap<RoleName, Role> {
  const parse = (file: string, text: string): Role => {
    const role = parseRole(file, text);
    refuseWiderSpec({ file, word: "role", name: role.name }, role.agents, []);
    return role;
  };
  return mergeSpecFiles({ built: roles, files, parse, word: "role" });
}

/** Applies the scope of a plan to the changes of a run. */
import { pathClassOf } from "#core/analysis/changes/path-class.ts";
import { changeableIn, type Plan } from "#core/plan/plan.ts";
import { WORKFLOWS } from "#core/plan/workflow.ts";
import type { Run } from "#core/run/run.ts";
import { planOf } from "#core/run/run-facts.ts";
import { matchesGlobs } from "#core/values/glob.ts";

/**
 * Globs beside which nothing may change, tests that are expected to change among them; null: what changes elsewhere is
 * reported. Pure.
 */
export function allowedGlobs(plan: Plan): readonly string[] | null {
  return WORKFLOWS[plan.workflow].outside === "refused" ? changeableIn(plan) : null;
}

/** What was changed outside of the scope by iterations that were kept, each path once. Throws on a bug: no plan. */
export function changesOutsideScope(run: Run): readonly string[] {
  return pathsOutsideScope(
    planOf(run),
    run.progress.rows.flatMap((row) => (row.kept ? row.changed : [])),
  );
}

/** The first 20 of these paths, each once, that the scope of a plan does not cover. Pure. */
export function pathsOutsideScope(plan: Plan, paths: readonly string[]): readonly string[] {
  const within = new Set(pathsInScope(plan, paths));
  return [...new Set(paths)].filter((path) => !within.has(path)).slice(0, 20);
}

/**
 * Changed files that run by themselves or steer what runs (workflows, hooks), of iterations that were kept, each path
 * once.
 */
export function sensitiveChanges(run: Run): readonly string[] {
  const changed = run.progress.rows.flatMap((row) => (row.kept ? row.changed : []));
  return [...new Set(changed)].filter((path) => pathClassOf(path) === "sensitive").slice(0, 20);
}

/** The paths that the scope of a plan covers, tests that are expected to change among them. */
export function pathsInScope(plan: Plan, paths: readonly string[]): readonly string[] {
  const globs = changeableIn(plan);
  return paths.filter((path) => isWithin(globs, path));
}

/** A path may hold the special characters of a glob, and still means itself. */
function isWithin(globs: readonly string[], path: string): boolean {
  return globs.includes(path) || matchesGlobs(globs, path);
}
